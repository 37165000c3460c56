import pg from "pg";

export type Statement = { name: string; text: string; values: unknown[] };
type Done = (error: Error | null, result: unknown) => void;
type Connection = object & {
  stream: { cork(): void; uncork(): void };
  submittedNamedStatements: Record<string, string>;
};
/** What `pg`'s client calls on the query that it sent. */
type Handlers = {
  name: string | undefined;
  text: string;
  _result: unknown;
  prepare(connection: Connection): void;
  submit(connection: Connection): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleEmptyQuery(connection: Connection): void;
  handlePortalSuspended(connection: Connection): void;
  handleCopyInResponse(connection: Connection): void;
  handleCopyData(message: unknown, connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
};
type Last = { name?: string; text: string; values: unknown[] };

type QueryOf = new (given: Last, values: undefined, done: Done) => Handlers;

// The driver's types leave out the methods that its client calls.
const Query: QueryOf = pg.Query as typeof pg.Query & QueryOf;

/**
 * Several statements in one message, up to one synchronisation point: when one fails, PostgreSQL skips those behind it. The
 * last one's result is the message's, the others' are dropped.
 */
class OneMessage {
  readonly callback: Done;
  private readonly all: readonly Handlers[];
  private readonly last: Handlers;
  private at = 0;

  constructor(before: readonly Statement[], last: Last, done: Done) {
    this.callback = done;
    this.last = new Query(last, undefined, done);
    this.all = [...before.map((each) => new Query(each, undefined, done)), this.last];
  }

  /** The client asks for these when a statement was parsed. */
  get name(): string | undefined {
    return this.all[this.at]?.name;
  }
  get text(): string {
    return this.all[this.at]?.text ?? "";
  }
  /** The client gives it the types to read columns with. */
  get _result(): unknown {
    return this.last._result;
  }

  submit(connection: Connection): Error | null {
    const open = Object.create(connection, { sync: { value: () => {} } }) as Connection;
    connection.stream.cork();
    try {
      for (const each of this.all.slice(0, -1)) each.prepare(open);
      return this.last.submit(connection);
    } finally {
      connection.stream.uncork();
    }
  }

  private get isLast(): boolean {
    return this.at === this.all.length - 1;
  }
  handleRowDescription(message: unknown): void {
    if (this.isLast) this.last.handleRowDescription(message);
  }
  handleDataRow(message: unknown): void {
    if (this.isLast) this.last.handleDataRow(message);
  }
  handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.isLast) this.last.handleCommandComplete(message, connection);
    else this.at += 1;
  }
  handleEmptyQuery(connection: Connection): void {
    if (this.isLast) this.last.handleEmptyQuery(connection);
    else this.at += 1;
  }
  handlePortalSuspended(connection: Connection): void {
    this.last.handlePortalSuspended(connection);
  }
  handleCopyInResponse(connection: Connection): void {
    this.last.handleCopyInResponse(connection);
  }
  handleCopyData(message: unknown, connection: Connection): void {
    this.last.handleCopyData(message, connection);
  }
  handleError(error: Error, connection: Connection): void {
    // Those behind it were not parsed.
    for (const { name } of this.all.slice(this.at))
      if (name) delete connection.submittedNamedStatements[name];
    this.last.handleError(error, connection);
  }
  handleReadyForQuery(connection: Connection): void {
    this.last.handleReadyForQuery(connection);
  }
}

/** Sends the statements by `send`, which is a client's `query`. Resolves with the last one's result. */
export const sendTogether = (
  send: (query: unknown) => unknown,
  before: readonly Statement[],
  last: Last,
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    send(
      new OneMessage(before, last, (error, result) => (error ? reject(error) : resolve(result))),
    );
  });
