CREATE TABLE `florist_links` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_order_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` text NOT NULL,
	`revoked_at` text,
	`opened_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`shop_order_id`) REFERENCES `shop_orders`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "florist_links_instants" CHECK(expires_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(expires_at) is substr(expires_at, 1, 10) and substr(expires_at, 12, 2) < '24' and revoked_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(revoked_at) is substr(revoked_at, 1, 10) and substr(revoked_at, 12, 2) < '24' and opened_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(opened_at) is substr(opened_at, 1, 10) and substr(opened_at, 12, 2) < '24')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `florist_links_tokenHash_unique` ON `florist_links` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `florist_links_one_open` ON `florist_links` (`shop_order_id`) WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX `florist_links_shop_order` ON `florist_links` (`shop_order_id`);--> statement-breakpoint
DROP INDEX `shop_orders_waiting`;--> statement-breakpoint
CREATE INDEX `shop_orders_by_status` ON `shop_orders` (`status`,`created_at`) WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX `shop_orders_withdrawn` ON `shop_orders` (`created_at`) WHERE withdrawn_at is not null;--> statement-breakpoint
CREATE INDEX `shop_orders_paid` ON `shop_orders` (`created_at`) WHERE payment_status = 'paid';--> statement-breakpoint
CREATE INDEX `shop_orders_to_pay` ON `shop_orders` (`created_at`) WHERE status = 'delivered' and payment_status = 'pending' and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX `orders_awaiting_shop` ON `orders` (`promised_by`,`payment_status`) WHERE assignment_status = 'unassigned' and status in ('pending', 'confirmed');--> statement-breakpoint
CREATE INDEX `share_corrections_created_at` ON `share_corrections` (`created_at`);