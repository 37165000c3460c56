import { AsyncLocalStorage } from "node:async_hooks";
import type { Database } from "../../server/src/platform/database/database.ts";
import type { Outbound } from "../../server/src/platform/http/outbound.ts";

/**
 * Fails what holds a connection of the database while it waits: a request to somebody outside within a transaction, or
 * a second connection. With the smallest pool either can use up all connections, so that nobody goes on.
 */
export function guardConnections(database: Database): {
  database: Database;
  outbound(outbound: Outbound): Outbound;
} {
  const inTransaction = new AsyncLocalStorage<true>();
  const { pool } = database;
  const connect = pool.connect.bind(pool);
  Object.assign(pool, {
    connect: (...given: Parameters<typeof connect>) => {
      if (inTransaction.getStore()) throw new Error("a second connection within a transaction");
      return connect(...given);
    },
  });
  return {
    database: {
      ...database,
      transact: (work) => database.transact((tx) => inTransaction.run(true, () => work(tx))),
    },
    outbound: (outbound) => (request) => {
      if (inTransaction.getStore())
        throw new Error(`${request.url} is called within a transaction`);
      return outbound(request);
    },
  };
}
