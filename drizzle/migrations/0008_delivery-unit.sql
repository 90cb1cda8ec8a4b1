-- Written by hand: for a CHECK drizzle-kit rebuilds the table, which would drop the triggers of the order search.
ALTER TABLE `orders` ADD `delivery_unit` text CONSTRAINT "orders_unit_length" CHECK(length(delivery_unit) <= 60);
