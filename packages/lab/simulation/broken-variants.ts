import { openDatabase } from "@voltmarg/testkit/service-parts";

/** Each breaks the service in one place, only in the databases of the run. */
export const BROKEN_VARIANTS = {
  /** The record of a sent command is lost. */
  resend: `
    create function forget_command() returns trigger language plpgsql as $$
    begin
      delete from operator_command where id = new.id;
      return null;
    end $$;
    create trigger forget_command after insert on operator_command for each row execute function forget_command()`,
  /** The job that watches a charge is lost. */
  watch: `
    create function forget_watch() returns trigger language plpgsql as $$
    begin
      return case when new.topic = 'charging.watch' then null else new end;
    end $$;
    create trigger forget_watch before insert on outbox for each row execute function forget_watch()`,
  /** A released hold can be released again. */
  hold: `
    create function forget_settling() returns trigger language plpgsql as $$
    begin
      if new.status = 'RELEASED' then new.status := 'HELD'; end if;
      return new;
    end $$;
    create trigger forget_settling before update on ledger_hold for each row execute function forget_settling()`,
  /** A lost commit is confirmed as done. */
  commit: null,
} as const;
export type Broken = keyof typeof BROKEN_VARIANTS;

export async function breakDatabase(
  connectionString: string,
  broken: Broken | null,
): Promise<void> {
  const text = broken && BROKEN_VARIANTS[broken];
  if (!text) return;
  const { pool } = openDatabase(connectionString, () => {}, 1);
  await pool.query(text);
  await pool.end();
}
