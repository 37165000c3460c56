import {
  columnsOf,
  one,
  rows,
  sql,
  type Queryable,
  type Tx,
  planKept,
} from "../../../platform/database/database.ts";

type Device = {
  userId: string;
  sid: string;
  token: string;
  hash: Buffer;
  transport: "NATIVE" | "OTHER";
  at: Date;
};
export type DeviceRow = {
  token_hash: Buffer;
  user_id: string;
  token: string;
  transport: "NATIVE" | "OTHER";
  registered_at: Date;
  held_until: Date | null;
  /** Null: registered by an earlier release, without its sign-in. */
  sid: string | null;
};

const columns = columnsOf<DeviceRow>({
  token_hash: true,
  user_id: true,
  token: true,
  transport: true,
  registered_at: true,
  held_until: true,
  sid: true,
});

/** Keeps the newest `most` devices of a driver. */
export async function putDevice(tx: Tx, d: Device, most: number): Promise<void> {
  await sql`insert into device_token (token_hash, user_id, token, transport, registered_at, sid)
      values (${d.hash}, ${d.userId}, ${d.token}, ${d.transport}, ${d.at}, ${d.sid})
      on conflict (token_hash) do update set user_id = excluded.user_id, token = excluded.token,
        transport = excluded.transport, registered_at = excluded.registered_at, sid = excluded.sid`.execute(
    tx,
  );
  await sql`delete from device_token where user_id = ${d.userId} and token_hash not in (
      select token_hash from device_token where user_id = ${d.userId}
      order by registered_at desc, token_hash = ${d.hash} desc limit ${most})`.execute(tx);
}

export const listDevices = (on: Queryable, userId: string) =>
  rows(
    on,
    sql<DeviceRow>`select ${columns} from device_token where user_id = ${userId} ${planKept}`,
  );

export const findDevice = (on: Queryable, userId: string, hash: Buffer) =>
  one(
    on,
    sql<DeviceRow>`select * from device_token where user_id = ${userId} and token_hash = ${hash}`,
  );

/** Keeps one that was registered again meanwhile. */
export const removeDevice = (on: Queryable, { token_hash, token, registered_at }: DeviceRow) =>
  sql`delete from device_token
      where token_hash = ${token_hash} and token = ${token} and registered_at = ${registered_at}`.execute(
    on,
  );

export const holdDevice = (on: Queryable, hash: Buffer, until: Date) =>
  sql`update device_token set held_until = greatest(held_until, ${until}) where token_hash = ${hash}`.execute(
    on,
  );
