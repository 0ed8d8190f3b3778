// Reads files of games with other projects' libraries, and writes games with them.
//
//	node libraries.mjs <INPUT.json >OUTPUT.json
//
// The input holds games by kind; each game has the text that oxo has written, and for chess
// also {fen, moves} in the notation of UCI. The output holds for each library and kind the
// moves read from the texts, and the texts written for the games.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Chess } from "chess.js";
import { Chess as Position } from "chessops/chess";
import { INITIAL_FEN, parseFen } from "chessops/fen";
import { ChildNode, defaultHeaders, makePgn, Node, parsePgn, startingPosition } from "chessops/pgn";
import { makeSan, parseSan } from "chessops/san";
import { makeUci, parseUci } from "chessops/util";
import { Pgn } from "cm-pgn/src/Pgn.js";
import kokopu from "kokopu";

const require = createRequire(import.meta.url);
const sabaki = require("@sabaki/sgf");
const smartgame = require("smartgame");

/** uci writes a move of chessops: castling as the king's move, but for Chess960. */
function uci(pos, move, shuffled) {
  const man = pos.board.get(move.from);
  if (!shuffled && man.role === "king" && pos.board.get(move.to)?.color === man.color) {
    return makeUci({ from: move.from, to: (move.from & 56) + (move.to > move.from ? 6 : 2) });
  }
  return makeUci(move);
}

/** Readers of one text, and writers of one game. A name with " lines" is that of another option. */
const readers = {
  chess: {
    "chess.js": (text) => {
      const game = new Chess();
      game.loadPgn(text);
      return game.history({ verbose: true }).map((move) => move.lan);
    },
    chessops: (text) => readOps(text, false),
    kokopu: (text) => readKokopu(text, false),
    "cm-pgn": (text) => new Pgn(text.trim()).history.moves.map((move) => move.uci),
  },
  chess960: { chessops: (text) => readOps(text, true), kokopu: (text) => readKokopu(text, true) },
  sgf: {
    "@sabaki/sgf": (text) => {
      const points = [];
      for (let node = sabaki.parse(text)[0]; node; node = node.children[0]) {
        points.push(...(node.data.B ?? []), ...(node.data.W ?? []));
      }
      return points;
    },
    smartgame: (text) => {
      const points = [];
      for (let part = smartgame.parse(text).gameTrees[0]; part; part = part.sequences?.[0]) {
        points.push(...part.nodes.map((node) => node.B ?? node.W).filter((point) => point !== undefined));
      }
      return points;
    },
  },
};

const writers = {
  chess: {
    "chess.js": (game) => writeChess(game, {}),
    "chess.js lines": (game) => writeChess(game, { maxWidth: 40 }),
    chessops: (game) => writeOps(game, false),
    kokopu: (game) => writeKokopu(game, false),
    "cm-pgn": (game) => new Pgn(game.text.trim()).render(),
  },
  chess960: { chessops: (game) => writeOps(game, true), kokopu: (game) => writeKokopu(game, true) },
  sgf: {
    "@sabaki/sgf": (game) => sabaki.stringify(sabaki.parse(game.text)),
    smartgame: (game) => smartgame.generate(smartgame.parse(game.text)),
  },
};

function writeChess({ fen, moves }, options) {
  const game = new Chess(fen);
  moves.forEach((move, i) => {
    game.move(move);
    if (i % 5 === 3) game.setComment("said ( 1. e4 ; [%eval 0.3]");
  });
  return game.pgn(options);
}

function readOps(text, shuffled) {
  const [game] = parsePgn(text);
  const pos = startingPosition(game.headers).unwrap();
  const moves = [];
  for (const { san } of game.moves.mainline()) {
    const move = parseSan(pos, san);
    moves.push(move ? uci(pos, move, shuffled) : `${san} is no move`);
    if (!move) break;
    pos.play(move);
  }
  return moves;
}

function writeOps({ fen, moves }, shuffled) {
  const pos = Position.fromSetup(parseFen(fen).unwrap()).unwrap();
  const headers = defaultHeaders();
  if (shuffled) headers.set("Variant", "Chess960");
  if (fen !== INITIAL_FEN) headers.set("SetUp", "1").set("FEN", fen);
  const game = { headers, moves: new Node(), comments: ["before"] };
  let node = game.moves;
  moves.forEach((text, i) => {
    const move = parseUci(text);
    const san = makeSan(pos, move);
    const child = new ChildNode({ san, nags: i % 7 === 2 ? [6, 146] : [], comments: i % 5 === 3 ? ["said ( ;", "again"] : [] });
    node.children.push(child);
    if (i % 9 === 4) node.children.push(new ChildNode({ san, startingComments: ["or"], comments: [")"] }));
    pos.play(move);
    node = child;
  });
  return makePgn(game);
}

function readKokopu(text, shuffled) {
  const game = kokopu.pgnRead(text, 0);
  const pos = game.initialPosition();
  return game.nodes().map((node) => {
    const move = pos.notation(node.notation());
    const text = pos.uci(move, shuffled);
    pos.play(move);
    return text;
  });
}

function writeKokopu({ fen, moves }, shuffled) {
  const game = new kokopu.Game();
  game.initialPosition(new kokopu.Position(shuffled ? "chess960" : "regular", fen), Number(fen.split(" ")[5]));
  const pos = game.initialPosition();
  let node = game.mainVariation();
  moves.forEach((text, i) => {
    const move = pos.uci(text);
    const san = pos.notation(move);
    const next = node.play(san);
    if (i % 5 === 3) next.comment("a } and a \\", i % 2 === 0);
    if (i % 7 === 2) next.addNag(6);
    if (i % 9 === 4) next.addVariation(false).play(san).comment("or }");
    pos.play(move);
    node = next;
  });
  return kokopu.pgnWrite(game);
}

/** attempt returns what a function returns, or its error as a text. */
function attempt(library, value) {
  try {
    return library(value);
  } catch (error) {
    return [`${error}`];
  }
}

const input = JSON.parse(readFileSync(0, "utf8"));
const output = { read: {}, written: {} };
for (const [kind, games] of Object.entries(input)) {
  output.read[kind] = {};
  output.written[kind] = {};
  for (const [name, library] of Object.entries(readers[kind])) {
    output.read[kind][name] = games.map((game) => attempt(library, game.text));
  }
  for (const [name, library] of Object.entries(writers[kind])) {
    output.written[kind][name] = games.map((game) => `${attempt(library, game)}`);
  }
}
console.log(JSON.stringify(output));
