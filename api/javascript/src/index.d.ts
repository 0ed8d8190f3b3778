/** What an error is about. `broken` is a fault of oxo: please report it with its text. */
export type Kind = 'input' | 'over' | 'large' | 'unknown' | 'stopped' | 'broken';

/** The error of every call: the fault, and what would be right. If a signal stopped the call, the name is AbortError and the cause the signal's reason. */
export class OxoError extends Error {
  constructor(kind: Kind, message: string, options?: { cause?: unknown });
  readonly kind: Kind;
}

/** A value for the side to move, or of a move for the side that makes it. */
export interface Value {
  result?: 'win' | 'draw' | 'loss';
  /** How far away a win or a loss is, in moves of both sides. */
  plies?: number;
  /** By how much a win or a loss is, where a game ends by a margin. */
  margin?: number;
  /** false for a forced win or loss that may not be the fastest; left out where it is proven. */
  proven?: false;
  /** Where nothing is proven: above 0 is good, in steps of the game, as hundredths of a pawn. */
  estimate?: number;
}

export interface Worth {
  value: Value;
  /** The same in words: win in 5, draw, about +12. */
  text: string;
  /** An estimate as a number in the unit of the game. */
  number?: string;
  /** Orders values: a greater one is better. It is no margin. */
  score: number;
  /** 1 a win, 0 a draw or an estimate, -1 a loss. */
  sign: -1 | 0 | 1;
}

export interface MoveWorth extends Worth {
  move: string;
  /** No move is better. */
  best: boolean;
  /** The best play, this move first. */
  line: string[];
  names?: string[];
  cut?: boolean;
  /** Moves looked ahead for an estimate; 0 where the value is proven. */
  depth: number;
  nodes: number;
  scale?: number;
}

/** The values of all legal moves, best first, as far as they are known. */
export interface Analysis {
  moves: MoveWorth[];
  nodes: number;
  playouts?: number;
  seconds: number;
  /** Whether this is the last word. */
  done: boolean;
  unit?: string;
  counts?: string;
}

export interface Reply {
  move: string;
  /** Of the move, for the side that makes it. */
  worth: Worth;
  nodes: number;
}

/** The progress of a proof, and at its end what was proven. */
export interface Proving {
  progress: string;
  seconds: number;
  done: boolean;
  proven: boolean;
  /** Left out where nothing was proven in the time. */
  found?: {
    /** For the side to move. */
    result: 'win' | 'draw' | 'loss';
    value?: Worth;
    line: string[];
    cut?: boolean;
    nodes?: number;
    positions?: number;
    method?: string;
    /** What proved it, in words. */
    by: string;
    without?: string;
  };
}

/** The reason of a move's value. */
export interface Because {
  move: string;
  worth: Worth;
  sentences: { text: string; squares: number[]; line: string[] }[];
  motives: string[];
}

/** The review of one move of a game. */
export interface Reviewed {
  /** The number of the move, from 1. */
  ply: number;
  move: string;
  name: string;
  side: 0 | 1;
  before: Worth;
  after: Worth;
  kind: 'good' | 'unclear' | 'slower' | 'inaccuracy' | 'letgo' | 'mistake' | 'blunder';
  /** The kind rests on an estimate. */
  estimated: boolean;
  sign: string;
  forced: boolean;
  /** The chances of winning of the side that moved, from 0 to 1, before and after the move. */
  chances: [number, number];
  accuracy: [number | null, number | null];
  basis: string;
  words: string;
  better: string[];
  done: boolean;
}

/** How a search walked: docs/lookup of oxo has the fields of a tree. */
export interface Explanation {
  tree?: Record<string, any>;
  grown?: Record<string, any>;
  spared?: { node: number; move: string; minimax: number }[];
  counts: { name: string; about: string; nodes: number; complete: boolean; start?: boolean }[];
}

export interface Legal {
  move: string;
  name?: string;
  /** The squares to point at for the move. */
  squares: number[];
  /** The column that is all of the move's name, or -1. */
  column: number;
}

/** A position, with everything that one needs to draw it. Squares are numbered row by row from the bottom left. */
export interface State {
  game: string;
  position: string;
  /** 0 for a game without a board. */
  columns: number;
  rows: number;
  columnLabels: string[] | null;
  rowLabels: string[] | null;
  squareNames?: string[];
  cells: { text: string; owner: number }[];
  style: { places: string; pieces: string; wraps: boolean };
  /** The names of the two sides. */
  sides: string[];
  turn: number;
  outcome: string;
  winner: number;
  verdict: string;
  note: string;
  goal: string;
  rules: string[];
  missing?: number[];
  /** The empty squares that are forbidden to the side to move, as in renju. */
  barred?: number[];
  lines?: number[][];
  line: number[];
  last: number[];
  moves: string[];
  names?: string[];
  numbers: number[];
  legal: Legal[];
  changed?: string[];
  owners?: number[];
}

/** A certificate that was checked: it proves the result. */
export interface Verified {
  game: string;
  position: string;
  turn: string;
  /** For the side to move. */
  result: 'win' | 'draw' | 'loss';
  nodes: number;
  ends: number;
  pairings: number;
  policies: number;
  races: number;
  shared: number;
  unwritten: number;
  bytes: number;
}

export interface GameInfo {
  name: string;
  usage: string;
  about: string;
  example: string;
  full: string;
  title: string;
  group: string;
  [more: string]: unknown;
}

export interface Stoppable {
  /** Stops the call at once. */
  signal?: AbortSignal;
}

export interface Limits extends Stoppable {
  /** Milliseconds to think. */
  time?: number;
  /** Moves to look ahead. */
  depth?: number;
}

/** A game: its rules. */
export class Game {
  private constructor();
  /** Opens a game by its name: "tictactoe", "mnk:5x4x4", "connect4", "chess". */
  static open(name: string): Promise<Game>;
  /** Opens the game of a rule sheet. The name of the file ends with the language: "nim.kif", "chess.rbg". */
  static fromRules(file: string, text: string): Promise<Game>;
  /** The full name, with parameters. */
  readonly name: string;
  /** A position: at a text in the game's notation, or at the start, after moves, which blanks, dots or commas separate. */
  position(from?: { text?: string; moves?: string | string[] }): Position;
  /** Frees the game at once; else that happens when nobody holds it any more. */
  close(): void;
}

/**
 * A game that is being played. Everything up to `history` is answered at once. The questions after it are answered by
 * workers, about the position as it was when they were asked.
 */
export class Position {
  private constructor();
  readonly game: Game;
  /** A second position with the same moves. */
  copy(): Position;
  /** Frees the position at once; else that happens when nobody holds it any more. */
  close(): void;

  /** The legal moves in the notation of the game; none if the game is over. */
  moves(): string[];
  /** The legal moves as numbers, in the same order: for programs that make millions of moves. */
  legal(): number[];
  /** Plays a move. */
  play(move: string): this;
  /** Plays a move of `legal()`. */
  make(move: number): this;
  /** Takes back the last moves. */
  undo(n?: number): this;
  /** The number of a move. */
  find(move: string): number;
  /** The move of a number. */
  moveText(move: number): string;
  /** How many moves were made. */
  readonly made: number;
  /** The side to move: 0 the first, 1 the second. */
  readonly turn: 0 | 1;
  /** How the game stands: who has won. */
  readonly outcome: 'ongoing' | 'first' | 'second' | 'drawn';
  /** The position in the notation of the game. */
  readonly text: string;
  /** How the game stands, in words: "X to move", "O has won". */
  readonly verdict: string;
  /** The moves so far. */
  readonly history: string[];

  /** The values of all moves, again each time that more is known. Without a time it ends when all are proven. */
  analyze(options?: Limits): AsyncGenerator<Analysis, void, void>;
  /** The move of a player: level 1 to 10 or "perfect", which is what it is without a level. */
  best(options?: Stoppable & { level?: number | string; time?: number; seed?: number }): Promise<Reply>;
  /** A proof of what the position is worth. `result` asks only who wins; `heard` gets the progress. */
  prove(options?: Stoppable & { time?: number; method?: 'auto' | 'search' | 'pn'; result?: boolean; heard?: (proving: Proving) => void }): Promise<Proving>;
  /** The reason of a move's value, in words. */
  why(move: string, options?: Limits & { better?: string; sentences?: number }): Promise<Because>;
  /** What each move so far was worth. */
  review(options?: Limits): Promise<Reviewed[]>;
  /** The tree of a search. */
  explain(options?: Stoppable & {
    algorithm?: 'minimax' | 'minimax-depth' | 'alphabeta' | 'alphabeta-strict' | 'search' | 'mcts' | 'mcts-plain';
    depth?: number; under?: number; show?: number; example?: boolean; counts?: boolean; playouts?: number; seed?: number;
  }): Promise<Explanation>;
  /** The position as a board to draw. */
  state(): Promise<State>;
  /** Any question of oxo's API by its name: each part of the answer as it comes. */
  ask(what: string, fields?: Record<string, unknown>, options?: Stoppable): AsyncGenerator<{ event: string; data: any }, void, void>;
}

/** The games that there are. */
export function games(): Promise<GameInfo[]>;

/** Checks a certificate, the file of a proof. One about a rule sheet needs the rules. */
export function verify(bytes: Uint8Array, options?: Stoppable & { rules?: { file: string; text: string } }): Promise<Verified>;
