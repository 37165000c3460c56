-- The console says how many drivers have a station among their favourites; without it that reads the whole table.
create index favourite_of_location on favourite (location_id);
