CREATE TABLE `order_holds` (
	`order_id` text PRIMARY KEY NOT NULL,
	`place` integer NOT NULL,
	`client_hash` text NOT NULL,
	`reserved_market_id` text,
	`reserved_option` text,
	`reserved_promised_by` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reserved_market_id`) REFERENCES `markets`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "order_holds_place" CHECK(typeof(place) = 'integer' and place >= 1),
	CONSTRAINT "order_holds_reserved_option" CHECK(reserved_option in ('hour', 'few-hours', 'today', 'tomorrow')),
	CONSTRAINT "order_holds_instants" CHECK(reserved_promised_by glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(reserved_promised_by) is substr(reserved_promised_by, 1, 10) and substr(reserved_promised_by, 12, 2) < '24' and created_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(created_at) is substr(created_at, 1, 10) and substr(created_at, 12, 2) < '24')
);
--> statement-breakpoint
CREATE INDEX `order_holds_client` ON `order_holds` (`client_hash`);--> statement-breakpoint
CREATE INDEX `order_holds_reserved` ON `order_holds` (`reserved_market_id`,`reserved_promised_by`);--> statement-breakpoint
CREATE TABLE `shop_capacity_dates` (
	`shop_id` text NOT NULL,
	`date` text NOT NULL,
	`capacity` integer,
	PRIMARY KEY(`shop_id`, `date`),
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "shop_capacity_dates_shape" CHECK(date(date) is not null and date(date) = date),
	CONSTRAINT "shop_capacity_dates_capacity" CHECK(capacity is null or (typeof(capacity) = 'integer' and capacity >= 0))
);
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_order_flags` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`kind` text NOT NULL,
	`detail` text,
	`created_at` text NOT NULL,
	`resolved_at` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "order_flags_kind" CHECK(kind in ('needs_refund', 'amount_mismatch', 'rebuilt', 'stray_payment', 'disputed', 'paid_while_paused', 'over_capacity'))
);
--> statement-breakpoint
INSERT INTO `__new_order_flags`("id", "order_id", "kind", "detail", "created_at", "resolved_at") SELECT "id", "order_id", "kind", "detail", "created_at", "resolved_at" FROM `order_flags`;--> statement-breakpoint
DROP TABLE `order_flags`;--> statement-breakpoint
ALTER TABLE `__new_order_flags` RENAME TO `order_flags`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `order_flags_order` ON `order_flags` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `order_flags_open` ON `order_flags` (`order_id`,`kind`) WHERE resolved_at is null;--> statement-breakpoint
-- Written by hand from here: for a CHECK drizzle-kit rebuilds the table, and copies columns that the old one has not.
ALTER TABLE `markets` ADD `asks_for_answer` integer DEFAULT false NOT NULL CONSTRAINT "markets_asks_flag" CHECK(asks_for_answer in (0, 1));--> statement-breakpoint
ALTER TABLE `markets` ADD `assigns_automatically` integer DEFAULT false NOT NULL CONSTRAINT "markets_assigns_flag" CHECK(assigns_automatically in (0, 1) and assigns_automatically <= asks_for_answer);--> statement-breakpoint
ALTER TABLE `markets` ADD `answer_minutes` text CONSTRAINT "markets_answer_minutes_json" CHECK(json_valid(answer_minutes) and json_type(answer_minutes) = 'object');--> statement-breakpoint
ALTER TABLE `markets` ADD `fulfilment_minutes` integer DEFAULT 40 NOT NULL CONSTRAINT "markets_fulfilment_minutes" CHECK(typeof(fulfilment_minutes) = 'integer' and fulfilment_minutes >= 1);--> statement-breakpoint
ALTER TABLE `markets` ADD `offers_choice_after_minutes` integer CONSTRAINT "markets_choice_after_minutes" CHECK(offers_choice_after_minutes is null or (typeof(offers_choice_after_minutes) = 'integer' and offers_choice_after_minutes >= 0));--> statement-breakpoint
ALTER TABLE `markets` ADD `choice_hours` integer DEFAULT 24 NOT NULL CONSTRAINT "markets_choice_hours" CHECK(typeof(choice_hours) = 'integer' and choice_hours >= 1);--> statement-breakpoint
ALTER TABLE `shops` ADD `weekday_capacity` text CONSTRAINT "shops_weekday_capacity_json" CHECK(json_valid(weekday_capacity) and json_type(weekday_capacity) = 'object');--> statement-breakpoint
ALTER TABLE `shops` ADD `hourly_capacity` integer CONSTRAINT "shops_hourly_capacity" CHECK(hourly_capacity is null or (typeof(hourly_capacity) = 'integer' and hourly_capacity >= 0));--> statement-breakpoint
ALTER TABLE `shops` ADD `default_percentage` integer DEFAULT 80 NOT NULL CONSTRAINT "shops_default_percentage" CHECK(typeof(default_percentage) = 'integer' and default_percentage between 0 and 100);--> statement-breakpoint
CREATE INDEX `orders_places` ON `orders` (`market_id`,`promised_by`) WHERE status <> 'cancelled' and payment_status <> 'refunded' and is_sample = 0;