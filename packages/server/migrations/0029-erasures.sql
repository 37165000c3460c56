-- Set: nobody is behind this account any more. Its number is free, and its row stands for what the books still name.
alter table app_user add column erased_at timestamptz;

-- Which accounts were erased, on whose case: the same case for the same number is the same erasure. The number itself is
-- kept as a salted slow hash alone.
create table erasure (
  user_id text primary key,
  reference text not null unique,
  mobile_salt bytea not null,
  mobile_hash bytea not null,
  -- Rows that went or were emptied, by what they were.
  erased jsonb not null,
  erased_at timestamptz not null
);
create trigger erasure_append_only before update or delete or truncate on erasure
  for each statement execute function desk_refuse_change();

-- What the privacy text of 0016 and 0026 promises of this, said exactly; where the desk has written its own, that stays.
insert into custom_message
select v.*, null, 60, 'bootstrap', false, '2026-11-22T00:00:00Z' from (values
  ('msg_privacy_how_long_2', 'PRIVACY', 'how-long', 'en', 2, 'How long',
   'Bills, the movements of your wallet and the charges behind them are kept for at least 72 months after the annual return of their year, as tax law asks. The log of what was done to your account stays as well. The rest is erased when you have closed your account and ask support for it by e-mail. Ask them as well for a copy of everything we keep of you.'),
  ('msg_privacy_how_long_hi_2', 'PRIVACY', 'how-long', 'hi', 2, 'कितने समय तक',
   'बिल, आपके वॉलेट का लेनदेन और उनसे जुड़े चार्ज, टैक्स कानून के अनुसार, अपने साल के वार्षिक रिटर्न के बाद कम से कम 72 महीने रखे जाते हैं। आपके खाते में क्या-क्या किया गया, उसका रिकॉर्ड भी रहता है। खाता बंद करने के बाद सपोर्ट को ई-मेल करें, तो बाकी सब मिटा दिया जाता है। हम आपके बारे में जो कुछ रखते हैं, उसकी प्रति भी उन्हीं से माँगें।'),
  ('msg_privacy_how_long_ur_2', 'PRIVACY', 'how-long', 'ur', 2, 'کتنے عرصے تک',
   'بل، آپ کے والیٹ کا لین دین اور ان سے جڑے چارج، ٹیکس قانون کے مطابق، اپنے سال کے سالانہ ریٹرن کے بعد کم از کم 72 مہینے رکھے جاتے ہیں۔ آپ کے اکاؤنٹ میں کیا کیا کِیا گیا، اس کا ریکارڈ بھی رہتا ہے۔ اکاؤنٹ بند کرنے کے بعد سپورٹ کو ای میل کریں، تو باقی سب مٹا دیا جاتا ہے۔ ہم آپ کے بارے میں جو کچھ رکھتے ہیں، اس کی نقل بھی انہی سے مانگیں۔')
) v (id, type, key, language, version, title, body)
where not exists (
  select from custom_message m where m.type = 'PRIVACY' and m.key = 'how-long' and m.version > 1)
on conflict do nothing;
