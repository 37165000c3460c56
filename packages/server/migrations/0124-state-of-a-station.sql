-- The GST state of a station as a member of the staff confirmed it. Null: nobody did. What its operator sends changes none of it.
alter table location add column gst_state text;
