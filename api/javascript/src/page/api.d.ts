// The types that the page's modules name.
export type { Analysis, Legal, MoveWorth, State, Value, Worth } from '../index.js';
