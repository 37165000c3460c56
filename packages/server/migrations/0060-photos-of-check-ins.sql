alter table file_record drop constraint file_record_category_check;
alter table file_record add constraint file_record_category_check
  check (category in ('CUSTOMER', 'TICKET', 'CHECK_IN')) not valid;
