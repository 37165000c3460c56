-- Texts of the provider's own. A change is a new version; what was said before stays.
create table custom_message (
  id text not null unique,
  type text not null check (type in ('FAQ', 'TOU', 'PRIVACY', 'POPUP')),
  key text not null,
  language text not null check (language in ('en', 'hi', 'ur')),
  version int not null check (version > 0),
  title text not null,
  body text not null,
  category text,
  position int not null,
  written_by text not null,
  removed boolean not null,
  updated_at timestamptz not null,
  primary key (type, key, language, version)
);
create trigger custom_message_append_only before update or delete or truncate on custom_message
  for each statement execute function desk_refuse_change();

insert into custom_message values
  ('msg_faq_start_a_charge', 'FAQ', 'start-a-charge', 'en', 1, 'How do I start a charge?', 'Choose a station on the map or scan the code on the charger. Plug in, choose how much you want, and press Start. The screen says when energy flows.', 'Charging', 10, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_faq_stop_a_charge', 'FAQ', 'stop-a-charge', 'en', 1, 'How do I stop a charge?', 'Open the charge from the menu under Active Session and press Stop. When the charger has let go, pull the plug. A charge also stops by itself at the limit you chose, and before the money set aside for it is used up.', 'Charging', 20, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_faq_charger_does_not_start', 'FAQ', 'charger-does-not-start', 'en', 1, 'The charger does not start. What can I do?', 'Push the plug in until it clicks and try again. Is the charger lit and free of error signs? If it still refuses, take another plug: a start that fails costs nothing, and the screen says so when that is certain.', 'Charging', 30, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_faq_plug_is_stuck', 'FAQ', 'plug-is-stuck', 'en', 1, 'The plug does not come out.', 'Unlock the vehicle, and stop the charge in the app. If it still holds, call the operator: the number stands on the station''s page.', 'Charging', 40, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_faq_which_plug', 'FAQ', 'which-plug', 'en', 1, 'Which plug fits my vehicle?', 'Most cars in India take CCS2 for DC and Type 2 for AC. Many scooters use a socket of 15 A or LECCS. Add your vehicle, and filters and prices follow it.', 'Charging', 50, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_faq_how_fast', 'FAQ', 'how-fast', 'en', 1, 'Why does my vehicle charge slower than the charger can?', 'The slower of charger and vehicle decides. Near a full battery, in great heat and in the cold the vehicle takes less.', 'Charging', 60, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_faq_what_is_held', 'FAQ', 'what-is-held', 'en', 1, 'Why is money held when I start?', 'What the charge will probably cost is set aside so that it can be paid. After the bill the rest is free again.', 'Payment', 70, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_faq_when_is_the_bill', 'FAQ', 'when-is-the-bill', 'en', 1, 'When do I get the bill?', 'As soon as the operator has sent its record, mostly within a minute. It stands in your charging history, as a PDF too.', 'Payment', 80, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_faq_money_back', 'FAQ', 'money-back', 'en', 1, 'How do I get money back from my wallet?', 'Open the wallet and choose to send it back. It goes to the payments it came from and arrives within five to seven working days.', 'Payment', 90, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_faq_wrong_bill', 'FAQ', 'wrong-bill', 'en', 1, 'A bill looks wrong to me.', 'Open a ticket from the bill or write to support. We check every record against the tariff that was shown to you; what you were charged too much comes back.', 'Payment', 100, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_faq_gst_invoice', 'FAQ', 'gst-invoice', 'en', 1, 'How do I get an invoice with my GSTIN?', 'Enter the GSTIN in your profile before the charge. It stands on every invoice from then on.', 'Payment', 110, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_faq_status_is_old', 'FAQ', 'status-is-old', 'en', 1, 'The app says a plug is free, but it is taken.', 'The status comes from the operator. The page says how old it is. Report the station, and we ask the operator.', 'Stations', 120, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_faq_parking_fee', 'FAQ', 'parking-fee', 'en', 1, 'What is a parking fee?', 'Some operators ask for one when a full vehicle keeps the plug. It stands with the price before you start.', 'Stations', 130, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_faq_change_number', 'FAQ', 'change-number', 'en', 1, 'Can I change my mobile number?', 'Not by yourself yet: write to support from the number you have.', 'Account', 140, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_faq_close_account', 'FAQ', 'close-account', 'en', 1, 'How do I close my account?', 'In My Profile. Money that is left goes back to the payments it came from.', 'Account', 150, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_tou_what_voltmarg_does', 'TOU', 'what-voltmarg-does', 'en', 1, 'What Voltmarg does', 'Voltmarg shows charging stations of several operators, starts and stops a charge for you, and bills it in its own name.', null, 10, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_tou_prices', 'TOU', 'prices', 'en', 1, 'Prices', 'Every price you see before a charge includes GST. You pay what the shown tariff gives for the metered energy and time, and never more than that.', null, 20, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_tou_wallet', 'TOU', 'wallet', 'en', 1, 'Wallet', 'A charge is paid from your wallet. ₹50 stays in it as the minimum balance. While a charge runs, its likely cost is held; what was not used is free again after the bill. What you do not need can go back to where it came from, in the app, at any time; all of it does when you deactivate your account.', null, 30, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_tou_using_a_charger', 'TOU', 'using-a-charger', 'en', 1, 'Using a charger', 'Use a plug your vehicle is made for, follow the notices at the station, and free the plug when the charge is over. Some operators charge a parking fee after that; it is shown with the price.', null, 40, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_tou_when_something_goes_wrong', 'TOU', 'when-something-goes-wrong', 'en', 1, 'When something goes wrong', 'Live status and prices come from the operators and may be late. We say how old they are. If a bill looks wrong, tell support; a charge that never ran is never billed.', null, 50, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_privacy_what_we_keep', 'PRIVACY', 'what-we-keep', 'en', 1, 'What we keep', 'Your mobile number, your name, your e-mail address and GSTIN if you give them, your profile photo if you add one, your vehicles, your charges and what you say of them, your bills, the movements of your wallet, and what you write to support with its photos. Of a photo we keep the picture alone: where and with what it was taken is removed.', null, 10, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_privacy_why', 'PRIVACY', 'why', 'en', 1, 'Why', 'To sign you in, to start and stop charges, to bill them as tax law asks, and to answer you when you write to support.', null, 20, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_privacy_who_sees_it', 'PRIVACY', 'who-sees-it', 'en', 1, 'Who sees it', 'The operator of a station learns a token that stands for your charge, not your name or number. The payment provider learns what a payment needs. Nobody else does, and nothing is sold.', null, 30, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_privacy_your_position', 'PRIVACY', 'your-position', 'en', 1, 'Your position', 'It is used on your device to show what is near, and sent only to search for stations. It is not stored.', null, 40, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_privacy_on_this_device', 'PRIVACY', 'on-this-device', 'en', 1, 'On this device', 'You stay signed in by two tokens in the browser''s storage. Logout removes them and everything that belongs to you from this device.', null, 50, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_privacy_how_long', 'PRIVACY', 'how-long', 'en', 1, 'How long', 'Bills are kept as long as tax law asks. The rest goes when you deactivate your account: e-mail support.', null, 60, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_popup_add_vehicle', 'POPUP', 'add-vehicle', 'en', 1, 'Add your vehicle', 'Do you want to add your vehicle', null, 10, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_popup_wallet', 'POPUP', 'wallet', 'en', 1, 'Wallet', 'Please load your wallet with 500rs, of which 50 is the minimum balance. The wallet balance is refundable on account deactivation by e-mailing support.', null, 20, 'bootstrap', false, '2026-11-20T00:00:00Z'),
  ('msg_popup_insufficient_balance', 'POPUP', 'insufficient-balance', 'en', 1, 'Insufficient Balance', 'Please add money into your wallet.', null, 30, 'bootstrap', false, '2026-11-20T00:00:00Z');

-- Which version of the app is the latest, and which the oldest that still works.
create table app_version (
  app_name text not null,
  device_type text not null check (device_type in ('web', 'android', 'ios')),
  latest_version text not null,
  minimum_version text not null,
  url text,
  notes text,
  updated_at timestamptz not null,
  primary key (app_name, device_type)
);
insert into app_version values
  ('voltmarg', 'web', '1.8.0', '1.8.0', null, null, '2026-11-20T00:00:00Z'),
  ('voltmarg', 'android', '1.8.0', '1.8.0', null, null, '2026-11-20T00:00:00Z'),
  ('voltmarg', 'ios', '1.8.0', '1.8.0', null, null, '2026-11-20T00:00:00Z');
