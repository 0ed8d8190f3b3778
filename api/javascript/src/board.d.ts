import type { OxoError, Position } from './index.js';

/**
 * `<oxo-board game="connect4" level="5">`: a board to play on.
 *
 * - `game`: its name; tictactoe without one
 * - `level`: of the opponent, 1 to 10 or perfect; without it persons play both sides
 * - `side`: which side the person plays: first, second or both
 * - `position`, `moves`: where the game begins
 * - `values`: shows the value of every move
 * - `flip`: shows the board from the other side
 *
 * Its colours are CSS variables: `--oxo-accent`, `--oxo-ink`, `--oxo-frame` and those of the other names in the page's style.
 * Events: `oxo-move`, `oxo-end` and `oxo-error`.
 */
export class OxoBoard extends HTMLElement {
  /** The position that is shown; null before the game is open. */
  readonly position: Position | null;
  newGame(): Promise<void>;
  play(move: string): Promise<void>;
  undo(): Promise<void>;
}

declare global {
  interface HTMLElementTagNameMap {
    'oxo-board': OxoBoard;
  }
  interface HTMLElementEventMap {
    'oxo-move': CustomEvent<{ move: string; moves: string[] }>;
    'oxo-end': CustomEvent<{ outcome: 'first' | 'second' | 'drawn'; verdict: string }>;
    'oxo-error': CustomEvent<{ error: OxoError }>;
  }
}
