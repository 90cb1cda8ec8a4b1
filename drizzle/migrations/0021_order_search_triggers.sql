-- drizzle/order-search.ts creates the triggers and the view of the order search from here on, after every batch of migrations.
DROP TRIGGER IF EXISTS `order_search_insert`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `order_search_update`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `order_search_delete`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `order_search_shop_order_insert`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `order_search_shop_order_update`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `order_search_shop_order_delete`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `order_search_shop_new`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `order_search_shop_gone`;--> statement-breakpoint
DROP VIEW IF EXISTS `order_search_rows`;--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_shop_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`shop_id` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`payment_status` text DEFAULT 'pending' NOT NULL,
	`payment_reference` text,
	`order_total_cents` integer NOT NULL,
	`shop_cost_cents` integer NOT NULL,
	`platform_fee_cents` integer NOT NULL,
	`special_instructions` text,
	`shop_notes` text,
	`status_updated_at` text,
	`status_updated_by` text,
	`payment_updated_at` text,
	`payment_updated_by` text,
	`answer_by` text,
	`answered_at` text,
	`answered_by` text,
	`withdrawn_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`status_updated_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`payment_updated_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`order_id`,`order_total_cents`) REFERENCES `orders`(`id`,`total_cents`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "shop_orders_status" CHECK(status in ('pending', 'confirmed', 'processing', 'ready', 'delivered', 'rejected')),
	CONSTRAINT "shop_orders_payment_status" CHECK(payment_status in ('pending', 'paid')),
	CONSTRAINT "shop_orders_amounts" CHECK(typeof(order_total_cents) = 'integer' and order_total_cents >= 0 and typeof(shop_cost_cents) = 'integer' and shop_cost_cents >= 0 and typeof(platform_fee_cents) = 'integer' and platform_fee_cents >= 0),
	CONSTRAINT "shop_orders_split_adds_up" CHECK(shop_cost_cents + platform_fee_cents = order_total_cents),
	CONSTRAINT "shop_orders_status_has_stamp" CHECK(status = 'pending' or status_updated_at is not null),
	CONSTRAINT "shop_orders_paid_has_stamp" CHECK(payment_status <> 'paid' or payment_updated_at is not null),
	CONSTRAINT "shop_orders_instants" CHECK(answer_by glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(answer_by) is substr(answer_by, 1, 10) and substr(answer_by, 12, 2) < '24' and answered_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(answered_at) is substr(answered_at, 1, 10) and substr(answered_at, 12, 2) < '24' and withdrawn_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(withdrawn_at) is substr(withdrawn_at, 1, 10) and substr(withdrawn_at, 12, 2) < '24'),
	CONSTRAINT "shop_orders_answered_by" CHECK(answered_by in ('florist', 'admin', 'system')),
	CONSTRAINT "shop_orders_version" CHECK(typeof(version) = 'integer' and version >= 1)
);
--> statement-breakpoint
INSERT INTO `__new_shop_orders`("id", "order_id", "shop_id", "status", "payment_status", "payment_reference", "order_total_cents", "shop_cost_cents", "platform_fee_cents", "special_instructions", "shop_notes", "status_updated_at", "status_updated_by", "payment_updated_at", "payment_updated_by", "answer_by", "answered_at", "answered_by", "withdrawn_at", "version", "created_at", "updated_at") SELECT "id", "order_id", "shop_id", "status", "payment_status", "payment_reference", "order_total_cents", "shop_cost_cents", "platform_fee_cents", "special_instructions", "shop_notes", "status_updated_at", "status_updated_by", "payment_updated_at", "payment_updated_by", "answer_by", "answered_at", "answered_by", "withdrawn_at", "version", "created_at", "updated_at" FROM `shop_orders`;--> statement-breakpoint
DROP TABLE `shop_orders`;--> statement-breakpoint
ALTER TABLE `__new_shop_orders` RENAME TO `shop_orders`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `shop_orders_one_live` ON `shop_orders` (`order_id`) WHERE status <> 'rejected' and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX `shop_orders_order` ON `shop_orders` (`order_id`);--> statement-breakpoint
CREATE INDEX `shop_orders_shop` ON `shop_orders` (`shop_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `shop_orders_created_at` ON `shop_orders` (`created_at`);--> statement-breakpoint
CREATE INDEX `shop_orders_cost` ON `shop_orders` (`shop_cost_cents`);--> statement-breakpoint
CREATE INDEX `shop_orders_by_status` ON `shop_orders` (`status`,`created_at`) WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX `shop_orders_to_answer` ON `shop_orders` (`answer_by`) WHERE status = 'pending' and withdrawn_at is null and answer_by is not null;--> statement-breakpoint
CREATE INDEX `shop_orders_listed` ON `shop_orders` (case when withdrawn_at is null then status else 'withdrawn' end,`payment_status`,`created_at`);--> statement-breakpoint
CREATE INDEX `shop_orders_shop_listed` ON `shop_orders` (`shop_id`,case when withdrawn_at is null then status else 'withdrawn' end,`payment_status`,`created_at`);