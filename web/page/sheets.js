// Rule sheets of the reader. The name of a sheet's game contains a part of the checksum of
// the sheet's text. The texts stay in the browser, and a link holds one, compressed: an
// engine that does not keep a sheet gets it again.

import { Problem } from './engine.js';

/** @typedef {{text?: string, packed?: string}} Sheet the text, or what a link holds, or both */

/** The maximum size of a sheet in bytes; a server's default limit of a body allows it. */
export const maxText = 48_000;

/** The maximum number of characters of a sheet in a link: some programs that send links cut off longer ones. */
export const maxLink = 6000;

const kept = 'oxo-sheets';
const most = 12; // sheets in the browser

/** The sheets by the names of their games; the sheet used last is at the end. @type {Map<string, Sheet>} */
const known = new Map();

/** Whether a game's rules are a sheet. @param {string} game */
export const isSheet = (game) => /\.\w+@[0-9a-f]{12}$/.test(game);

/** The name of a sheet's file. @param {string} game */
export const fileOf = (game) => game.replace(/@[0-9a-f]{12}$/, '');

/** Notes what a link holds. @param {string} game @param {string} packed */
export function noteLink(game, packed) {
  if (isSheet(game) && packed && !known.get(game)?.packed) known.set(game, { ...known.get(game), packed });
}

/** What a link holds for a game, or nothing. @param {string} game */
export const packedOf = (game) => known.get(game)?.packed ?? '';

/**
 * Keeps the text of a game, for links and for later visits.
 * @param {string} game @param {string} text
 */
export async function keepSheet(game, text) {
  const packed = await pack(text);
  known.delete(game);
  known.set(game, { text, packed: packed.length <= maxLink ? packed : '' });
  if (document.documentElement.dataset.embedded !== undefined) return; // an embedded page keeps nothing
  try {
    const all = stored().filter(([name]) => name !== game).slice(1 - most);
    localStorage.setItem(kept, JSON.stringify([...all, [game, text]]));
  } catch { /* without storage the link keeps it */ }
}

/** The sheets that the browser keeps. @returns {[game: string, text: string][]} */
function stored() {
  try {
    const all = JSON.parse(localStorage.getItem(kept) ?? '[]');
    return all.filter((/** @type {unknown} */ one) => Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string'));
  } catch {
    return [];
  }
}

/** Returns the text of a game's sheet, which the browser or a link keeps. @param {string} game */
export async function textOf(game) {
  const sheet = known.get(game);
  const text = sheet?.text ?? stored().find(([name]) => name === game)?.[1] ?? (sheet?.packed ? await unpack(sheet.packed) : undefined);
  if (text === undefined) throw new Problem(`the rules of ${fileOf(game)} are not in this browser, and not in the link: bring the sheet again`);
  if (sheet?.text === undefined) await keepSheet(game, text);
  return text;
}

/** Compresses a text for a link; '' in a browser that cannot. @param {string} text */
async function pack(text) {
  if (!('CompressionStream' in self)) return '';
  const bytes = await all(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')), Infinity);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Reads what pack wrote. @param {string} packed */
async function unpack(packed) {
  if (!('DecompressionStream' in self)) throw new Problem('this browser cannot read the rules in the link: use a newer one');
  try {
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(await all(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')), maxText));
  } catch {
    throw new Problem(`the rules in the link are damaged, or larger than ${maxText.toLocaleString('en')} bytes: ask for the link again`);
  }
}

/** Reads a stream of at most a number of bytes. @param {ReadableStream<Uint8Array>} stream @param {number} limit */
async function all(stream, limit) {
  const reader = stream.getReader();
  /** @type {Uint8Array<ArrayBuffer>} */
  let bytes = new Uint8Array();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return bytes;
    if (bytes.length + value.length > limit) {
      await reader.cancel();
      throw new Error('too long');
    }
    const longer = new Uint8Array(bytes.length + value.length);
    longer.set(bytes);
    longer.set(value, bytes.length);
    bytes = longer;
  }
}

/**
 * Makes an engine to which the page sends a rule sheet again when the engine no longer
 * keeps it.
 * @param {import('./engine.js').Engine} engine @returns {import('./engine.js').Engine}
 */
export function withSheets(engine) {
  /** @type {(what: string, request: any, signal: AbortSignal|undefined, run: () => Promise<any>) => Promise<any>} */
  const trying = async (what, request, signal, run) => {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 404 || !isSheet(request.game ?? '')) throw error;
    }
    const sent = await engine.ask('sheet', { name: fileOf(request.game), text: await textOf(request.game) }, signal, what);
    if (sent.game !== request.game) throw new Problem(`the rules in the link are not those of ${request.game}: ask for the link again`);
    return run();
  };
  return {
    ask: (what, request, signal) => trying(what, request, signal, () => engine.ask(what, request, signal)),
    stream: (what, request, hear, signal) => trying(what, request, signal, () => engine.stream(what, request, hear, signal)),
  };
}

/**
 * Splits moves at dots, commas and blanks, except within brackets: mark(1,2).
 * @param {string} text
 */
export function splitMoves(text) {
  const moves = [''];
  let depth = 0;
  for (const c of text) {
    if (c === '(') depth++;
    if (c === ')') depth = Math.max(depth - 1, 0);
    if (depth === 0 && /[.,\s]/.test(c)) moves.push('');
    else moves[moves.length - 1] += c;
  }
  return moves.filter(Boolean);
}
