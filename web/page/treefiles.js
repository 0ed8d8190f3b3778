// Writes a drawn tree as a file: SVG for documents, DOT for Graphviz.

import { Grown } from './grown.js';

/** @typedef {import('./walked.js').Walked} Walked */
/** @typedef {import('./layout.js').Spot} Spot */

/** @param {string} text */
const escape = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** The colours in files do not depend on the reader's theme. */
const fills = /** @type {Record<string, string>} */ ({ win: '#1a6bb0', draw: '#6b7280', loss: '#b45309' });

/**
 * @param {Walked|Grown} w @param {Spot[]} layout @param {number} moment
 * @returns {string}
 */
export function treeToSVG(w, layout, moment) {
  const xs = layout.map((s) => s.x);
  const left = xs.reduce((a, b) => Math.min(a, b), 0) - 30;
  const right = xs.reduce((a, b) => Math.max(a, b), 0) + 30;
  const bottom = layout.reduce((a, s) => Math.max(a, s.y), 0) + 30;
  const parts = [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} -30 ${right - left} ${bottom + 30}" font-family="sans-serif" font-size="9" text-anchor="middle">`,
    `<title>${escape(`${w.tree.game} ${w.tree.position}, ${w.tree.algorithm}`)}</title>`];
  for (const s of layout) {
    if (!s.parent) continue;
    parts.push(`<path d="M${s.parent.x} ${s.parent.y}L${s.x} ${s.y}" stroke="#9ca3af"${s.kind === 'spared' ? ' stroke-dasharray="3 4"' : ''}/>`);
  }
  for (const s of layout) parts.push(`<g>${w instanceof Grown ? grownSpot(w, s, moment) : spot(w, s)}</g>`);
  return `${parts.join('\n')}\n</svg>\n`;
}

/** Writes one spot: a node, or a move without one. @param {Walked} w @param {Spot} s */
function spot(w, s) {
  const node = s.kind === 'mark' || s.kind === 'card';
  const value = w.nodes.value[s.i];
  const isMax = s.ahead?.max ?? (node ? w.nodes.max[s.i] : !w.nodes.max[s.i]);
  const look = node && s.kind === 'mark' ? `fill="${fills[w.tone(value)]}"${w.nodes.bound[s.i] ? ' fill-opacity="0.6"' : ''}` : `fill="#fff" stroke="#9ca3af"${s.kind === 'spared' ? ' stroke-dasharray="3 3"' : ''}`;
  const minimax = w.spared.get(s.key);
  const title = s.kind === 'mark' ? `${w.name(s.i)}: ${w.worth(s.i)}: ${w.reason(s.i)}` : s.kind === 'card' ? w.name(s.i) : `${s.move}: not visited${minimax ? `; minimax visits ${minimax}` : ''}`;
  const sign = { '-1': '≤', 0: '', 1: '≥' }[String(w.nodes.bound[s.i])];
  return (isMax ? `<rect x="${s.x - 11}" y="${s.y - 11}" width="22" height="22" rx="3" ${look}/>` : `<circle cx="${s.x}" cy="${s.y}" r="11" ${look}/>`)
    + `<title>${escape(title)}</title>`
    + (s.ahead?.value === undefined ? '' : `<text x="${s.x}" y="${s.y + 3}" fill="#111">${w.short(s.ahead.value)}</text>`)
    + (s.kind === 'mark' ? `<text x="${s.x}" y="${s.y + 3}" fill="#fff">${escape(sign + w.short(value))}</text>` : '')
    + (s.parent ? `<text x="${s.x}" y="${s.y - 14}">${escape(s.move)}</text>` : '');
}

/** Writes one spot of a grown tree. @param {Grown} w @param {Spot} s @param {number} moment */
function grownSpot(w, s, moment) {
  const c = s.kind === 'mark' ? w.counted(s.i, moment) : undefined;
  const proven = c !== undefined && c.proven !== 2;
  const isMax = s.kind === 'mark' ? w.nodes.max[s.i] : !w.nodes.max[s.i];
  const look = proven ? `fill="${fills[w.tone(c)]}"` : `fill="#fff" stroke="#9ca3af"${s.kind === 'mark' ? '' : ' stroke-dasharray="3 3"'}`;
  return (isMax ? `<rect x="${s.x - 11}" y="${s.y - 11}" width="22" height="22" rx="3" ${look}/>` : `<circle cx="${s.x}" cy="${s.y}" r="11" ${look}/>`)
    + `<title>${escape(s.kind === 'mark' ? w.told(s.i, moment) : s.move)}</title>`
    + (c ? `<text x="${s.x}" y="${s.y + 3}" fill="${proven ? '#fff' : '#111'}">${escape(w.short(c))}</text><text x="${s.x}" y="${s.y + 20}">${c.visits}×</text>` : '')
    + (s.parent ? `<text x="${s.x}" y="${s.y - 14}">${escape(s.move)}</text>` : '');
}

/**
 * Writes a grown tree as it is at a moment.
 * @param {Grown} w @param {number} moment @returns {string}
 */
function grownToDot(w, moment) {
  const lines = ['digraph oxo {', `  label=${JSON.stringify(`${w.tree.game} ${w.tree.position} ${w.tree.algorithm}`)}`, '  node [fontname="sans-serif"]'];
  for (let i = 0; i < w.size; i++) {
    const c = w.counted(i, moment);
    if (!c) continue;
    lines.push(`  n${i} [shape=${w.nodes.max[i] ? 'box' : 'ellipse'}, style=${c.proven === 2 ? 'solid' : 'bold'}, label=${JSON.stringify(`${c.visits}\n${c.say}`)}]`);
    if (i > 0) lines.push(`  n${w.nodes.parent[i]} -> n${i} [label=${JSON.stringify(w.move(i))}]`);
  }
  return `${lines.join('\n')}\n}\n`;
}

/** @param {Walked|Grown} w @param {number} moment @returns {string} */
export function treeToDot(w, moment) {
  if (w instanceof Grown) return grownToDot(w, moment);
  const lines = ['digraph oxo {', `  label=${JSON.stringify(`${w.tree.game} ${w.tree.position} ${w.tree.algorithm}`)}`, '  node [fontname="sans-serif"]'];
  for (let i = 0; i < w.size; i++) {
    const style = { 'cut-off': 'dashed', known: 'dotted' }[w.ending(i)] ?? 'solid';
    let label = `${w.say(w.nodes.value[i])}\n${w.reason(i)}`;
    if (w.tree.windows) label = `[${w.say(w.nodes.alpha[i])}, ${w.say(w.nodes.beta[i])}]\n${label}`;
    lines.push(`  n${i} [shape=${w.nodes.max[i] ? 'box' : 'ellipse'}, style=${style}, label=${JSON.stringify(label)}]`);
    if (i > 0) lines.push(`  n${w.nodes.parent[i]} -> n${i} [label=${JSON.stringify(w.move(i))}]`);
  }
  return `${lines.join('\n')}\n}\n`;
}
