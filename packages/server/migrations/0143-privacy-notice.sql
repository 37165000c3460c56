-- Versions of the privacy notice, each by what it says (section 5 of the DPDP Act 2023). The same facts are the same
-- version, so that replicas of one release agree, and settings that are put back ask nobody again.
create table privacy_notice (
  version int primary key generated always as identity,
  -- SHA-256 of `facts`.
  digest text not null unique,
  facts jsonb not null,
  since timestamptz not null
);

-- Who agreed to which version, in which language (section 6). A row is written once, and withdrawn once.
create table consent (
  user_id text not null,
  given_at timestamptz not null,
  version int not null,
  language text not null,
  withdrawn_at timestamptz,
  primary key (user_id, given_at)
);

-- Who may use a driver's rights after their death, or when they cannot themselves (section 14).
create table nominee (
  user_id text primary key,
  name text not null,
  contact text not null,
  named_at timestamptz not null
);

-- What the notice says now is not said a second time: the tables of what is kept, why, who gets it and how long are made
-- from the register. Texts of the provider's own stay.
insert into custom_message (id, type, key, language, version, title, body, category, position, written_by, removed, updated_at)
select 'msg_privacy_' || replace(key, '-', '_') || '_' || language || '_' || version + 1, type, key, language, version + 1,
  title, body, category, position, 'bootstrap', true, '2026-11-20T00:00:00Z'
from custom_message m
where type = 'PRIVACY' and key in ('what-we-keep', 'why', 'who-sees-it', 'how-long', 'your-position')
  and version = (select max(version) from custom_message o where (o.type, o.key, o.language) = (m.type, m.key, m.language))
  and not removed and starts_with(id, 'msg_privacy_');
insert into custom_message (id, type, key, language, version, title, body, category, position, written_by, removed, updated_at)
select 'msg_privacy_on_this_device_' || language || '_' || version + 1, type, key, language, version + 1, title,
  case language
    when 'hi' then 'दो टोकन से आप साइन इन रहते हैं: ब्राउज़र में वे उसके स्टोरेज में होते हैं, फ़ोन के ऐप में फ़ोन के सुरक्षित स्टोरेज में। साइन आउट करने पर वे और आपका सारा डेटा इस डिवाइस से हट जाता है।'
    when 'ur' then 'دو ٹوکن سے آپ سائن اِن رہتے ہیں: براؤزر میں وہ اس کے اسٹوریج میں ہوتے ہیں، فون کی ایپ میں فون کے محفوظ اسٹوریج میں۔ سائن آؤٹ کرنے پر وہ اور آپ کا سارا ڈیٹا اس ڈیوائس سے ہٹ جاتا ہے۔'
    else 'You stay signed in by two tokens: in a browser they are in its storage, in the phone''s app in the phone''s keychain. Logging out deletes them, and all your data, from this device.'
  end, category, position, 'bootstrap', false, '2026-11-20T00:00:00Z'
from custom_message m
where type = 'PRIVACY' and key = 'on-this-device'
  and version = (select max(version) from custom_message o where (o.type, o.key, o.language) = (m.type, m.key, m.language))
  and not removed and starts_with(id, 'msg_privacy_');
