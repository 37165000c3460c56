-- No driver has money and a debt: since this release the ledger's functions pay a debt in the transaction that makes it
-- possible. Here the pairs of before, each by a move of its own, whose id sorts by age like every other.
with pair as (
  update ledger_wallet w set wallet = w.wallet - p.paid, overdraft = w.overdraft + p.paid
    from (select owner, least(wallet, -overdraft) as paid from ledger_wallet where wallet > 0 and overdraft < 0 for update) p
    where w.owner = p.owner returning w.owner, p.paid, w.wallet + w.held + w.overdraft as balance)
insert into ledger_transfer (scope, id, idem, input_hash, kind, reason, at, balance_after, source_owner, source_kind,
    destination_owner, destination_kind, amount)
  select owner,
    'trf_' || (select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((ms >> (45 - 5 * n)) % 32)::int + 1, 1), '' order by n)
      from generate_series(0, 9) n) || substr(md5(owner), 1, 16),
    'net:0120', paid::text, 'CORRECTION', 'A debt paid from the wallet', now(), balance,
    array[owner], array['wallet'], array[owner], array['overdraft'], array[paid]
  from pair, (select (extract(epoch from now()) * 1000)::bigint as ms) t;
