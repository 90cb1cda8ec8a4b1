PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_products` (
	`id` text PRIMARY KEY NOT NULL,
	`sku` text NOT NULL,
	`title` text NOT NULL,
	`price_cents` integer NOT NULL,
	`description` text,
	`image_url` text,
	`height_inches` integer,
	`stems` integer,
	`container` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "products_sku_length" CHECK(length(trim(sku, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(sku) <= 50),
	CONSTRAINT "products_title_length" CHECK(length(trim(title, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(title) <= 255),
	CONSTRAINT "products_image_url_length" CHECK(length(image_url) <= 255),
	CONSTRAINT "products_price_range" CHECK(typeof(price_cents) = 'integer' and price_cents > 0 and price_cents <= 999999),
	CONSTRAINT "products_height" CHECK(height_inches is null or (typeof(height_inches) = 'integer' and height_inches between 1 and 120)),
	CONSTRAINT "products_stems" CHECK(stems is null or (typeof(stems) = 'integer' and stems between 1 and 999)),
	CONSTRAINT "products_container" CHECK(container in ('wrap', 'vase')),
	CONSTRAINT "products_version" CHECK(typeof(version) = 'integer' and version >= 1)
);
--> statement-breakpoint
INSERT INTO `__new_products`("id", "sku", "title", "price_cents", "description", "image_url", "version", "created_at", "updated_at") SELECT "id", "sku", "title", "price_cents", "description", "image_url", "version", "created_at", "updated_at" FROM `products`;--> statement-breakpoint
DROP TABLE `products`;--> statement-breakpoint
ALTER TABLE `__new_products` RENAME TO `products`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `products_sku_unique` ON `products` (`sku`);--> statement-breakpoint
CREATE INDEX `products_updated_at` ON `products` (`updated_at`);