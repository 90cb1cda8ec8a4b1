-- Written by hand: a column with its check needs no table to be built anew, and shops and photographs are referred to.
ALTER TABLE `products` ADD COLUMN `second_image_url` text CONSTRAINT "products_second_image_url_length" CHECK(length(second_image_url) <= 255);--> statement-breakpoint
ALTER TABLE `shops` ADD COLUMN `shows_photos` integer DEFAULT false NOT NULL CONSTRAINT "shops_shows_photos_flag" CHECK(shows_photos in (0, 1));--> statement-breakpoint
ALTER TABLE `order_photos` ADD COLUMN `hidden_at` text CONSTRAINT "order_photos_hidden_at" CHECK(hidden_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(hidden_at) is substr(hidden_at, 1, 10) and substr(hidden_at, 12, 2) < '24');
