-- What the Consumer Protection (E-Commerce) Rules 2020, rule 4, have a seller show to everybody besides its name and
-- address. Null: not given yet. Customer care is `support_information`.
alter table seller
  add column website text,
  -- Addresses of branches, one a line.
  add column branches text,
  add column officer_name text,
  add column officer_designation text,
  add column officer_phone text,
  add column officer_email text;

-- Clocks of a ticket, from its first message: an answer within 48 hours and a solution within one month (the same rules),
-- and 90 days at most (DPDP Act 2023). They run while it is support's turn.
alter table ticket
  -- Support's first answer.
  add column answered_at timestamptz,
  add column escalated_at timestamptz,
  add column escalated_by text check (escalated_by in ('DRIVER', 'CLOCK')),
  add constraint ticket_escalated check ((escalated_at is null) = (escalated_by is null)) not valid;
update ticket t set answered_at = (
  select min(m.created_at) from ticket_message m
  where m.user_id = t.user_id and m.ticket_id = t.id and m.author = 'SUPPORT');
-- Months and days are India's, whose clock is never changed; so each is the same instant in every session.
alter table ticket
  add column answer_by timestamptz not null generated always as
    ((created_at at time zone 'Asia/Kolkata' + interval '48 hours') at time zone 'Asia/Kolkata') stored,
  add column solve_by timestamptz not null generated always as
    ((created_at at time zone 'Asia/Kolkata' + interval '1 month') at time zone 'Asia/Kolkata') stored,
  add column latest_by timestamptz not null generated always as
    ((created_at at time zone 'Asia/Kolkata' + interval '90 days') at time zone 'Asia/Kolkata') stored,
  -- The clock that runs; null: it is not support's turn.
  add column due_at timestamptz generated always as (
    (case when state <> 'OPEN' then null
          when answered_at is null then created_at at time zone 'Asia/Kolkata' + interval '48 hours'
          else created_at at time zone 'Asia/Kolkata' + interval '1 month' end) at time zone 'Asia/Kolkata') stored;
-- Lists of the console by what is due first, and the clocks that have passed.
create index ticket_by_due on ticket (due_at, id) where due_at is not null;
create index ticket_by_escalation on ticket (updated_at, id) where escalated_at is not null;

-- The rules for refunds and cancellation, a section of the terms: everybody reads them on the page /legal too.
insert into custom_message (id, type, key, language, version, title, body, category, position, written_by, removed, updated_at) values
  ('msg_tou_refunds', 'TOU', 'refunds', 'en', 1, 'Refunds and cancellation', 'You can stop charging at any time. You pay for the units (kWh) and time metered until then, and the fees that the shown tariff has. A start after which nothing was charged costs nothing, and what was on hold is yours again. Units that were charged cannot be returned. If a bill is wrong, report it from the bill: what you paid too much comes back to your wallet. The money you added and did not use goes back to the UPI account or card you paid with, from Wallet, and all of it when you close your account; banks need five to seven working days. Money we gave you pays for charging and is not paid out.', null, 35, 'bootstrap', false, '2026-11-27T00:00:00Z'),
  ('msg_tou_refunds_hi', 'TOU', 'refunds', 'hi', 1, 'रिफ़ंड और रद्द करना', 'चार्जिंग कभी भी रोक सकते हैं। तब तक मीटर की यूनिट और समय का, और दिखाए गए टैरिफ़ के शुल्क का भुगतान होता है। जिस स्टार्ट के बाद चार्जिंग नहीं हुई, उसका कुछ नहीं लगता, और होल्ड पर रखी रकम फिर आपकी है। चार्ज हो चुकी यूनिट वापस नहीं होतीं। बिल गलत हो तो बिल से ही बताएँ: जो ज़्यादा लिया गया, वह आपके वॉलेट में लौटता है। आपके जोड़े हुए और बचे पैसे वॉलेट से उसी UPI या कार्ड में लौटते हैं जिससे जोड़े थे, और खाता बंद करने पर पूरे; बैंकों को पाँच से सात कामकाजी दिन लगते हैं। हमारे दिए हुए पैसे चार्जिंग के काम आते हैं, निकाले नहीं जा सकते।', null, 35, 'bootstrap', false, '2026-11-27T00:00:00Z'),
  ('msg_tou_refunds_ur', 'TOU', 'refunds', 'ur', 1, 'ریفنڈ اور منسوخی', 'چارجنگ کبھی بھی روک سکتے ہیں۔ تب تک میٹر کی یونٹ اور وقت کی، اور دکھائے گئے ٹیرف کی فیس کی ادائیگی ہوتی ہے۔ جس اسٹارٹ کے بعد چارجنگ نہیں ہوئی، اس کا کچھ نہیں لگتا، اور ہولڈ پر رکھی رقم پھر آپ کی ہے۔ چارج ہو چکی یونٹ واپس نہیں ہوتیں۔ بل غلط ہو تو بل سے ہی بتائیں: جو زیادہ لیا گیا، وہ آپ کے والیٹ میں لوٹتا ہے۔ آپ کے ڈالے ہوئے اور بچے پیسے والیٹ سے اسی UPI یا کارڈ میں لوٹتے ہیں جس سے ڈالے تھے، اور اکاؤنٹ بند کرنے پر پورے؛ بینکوں کو پانچ سے سات کام کے دن لگتے ہیں۔ ہمارے دیے ہوئے پیسے چارجنگ کے کام آتے ہیں، نکالے نہیں جا سکتے۔', null, 35, 'bootstrap', false, '2026-11-27T00:00:00Z')
on conflict do nothing;
