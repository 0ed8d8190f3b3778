// What of Node.js the package uses, for the type checker.
declare const process: { versions?: { node?: string } } | undefined;
declare module 'node:fs/promises' {
  export function readFile(file: URL): Promise<Uint8Array<ArrayBuffer>>;
}
declare module 'node:os' {
  export function availableParallelism(): number;
}
declare module 'node:worker_threads' {
  export class Worker {
    constructor(file: URL, options?: { execArgv?: string[] });
    on(event: 'message', hear: (message: any) => void): void;
    on(event: 'error', hear: (error: Error) => void): void;
    postMessage(message: object, transfer?: Transferable[]): void;
    ref(): void;
    unref(): void;
    terminate(): Promise<number>;
  }
  export const parentPort: { on(event: 'message', hear: (message: any) => void): void; postMessage(message: object): void } | null;
}
declare function setImmediate(f: () => void): void;
