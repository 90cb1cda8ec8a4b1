CREATE TABLE `objects_to_delete` (
	`key` text PRIMARY KEY NOT NULL,
	`due_at` text NOT NULL,
	CONSTRAINT "objects_to_delete_instants" CHECK(due_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(due_at) is substr(due_at, 1, 10) and substr(due_at, 12, 2) < '24')
);
--> statement-breakpoint
CREATE INDEX `objects_to_delete_due` ON `objects_to_delete` (`due_at`);--> statement-breakpoint
CREATE TABLE `order_photos` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_order_id` text NOT NULL,
	`step` text NOT NULL,
	`upload_key` text NOT NULL,
	`hash` text NOT NULL,
	`bytes` integer NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`created_at` text NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`shop_order_id`) REFERENCES `shop_orders`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "order_photos_step" CHECK(step in ('bouquet', 'substitution', 'door')),
	CONSTRAINT "order_photos_upload_key" CHECK(length(trim(upload_key, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(upload_key) <= 64),
	CONSTRAINT "order_photos_hash" CHECK(length(hash) = 64 and hash not glob '*[^0-9a-f]*'),
	CONSTRAINT "order_photos_bytes" CHECK(typeof(bytes) = 'integer' and bytes >= 1),
	CONSTRAINT "order_photos_size" CHECK(typeof(width) = 'integer' and width >= 1 and typeof(height) = 'integer' and height >= 1),
	CONSTRAINT "order_photos_instants" CHECK(created_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(created_at) is substr(created_at, 1, 10) and substr(created_at, 12, 2) < '24' and deleted_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(deleted_at) is substr(deleted_at, 1, 10) and substr(deleted_at, 12, 2) < '24')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_photos_upload` ON `order_photos` (`shop_order_id`,`upload_key`);--> statement-breakpoint
CREATE INDEX `order_photos_kept` ON `order_photos` (`created_at`) WHERE deleted_at is null;