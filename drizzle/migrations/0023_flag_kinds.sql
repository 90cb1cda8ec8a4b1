PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_order_flags` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`kind` text NOT NULL,
	`detail` text,
	`created_at` text NOT NULL,
	`resolved_at` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "order_flags_kind" CHECK(trim(kind, char(9, 10, 11, 12, 13, 32, 160)) <> '')
);
--> statement-breakpoint
INSERT INTO `__new_order_flags`("id", "order_id", "kind", "detail", "created_at", "resolved_at") SELECT "id", "order_id", "kind", "detail", "created_at", "resolved_at" FROM `order_flags`;--> statement-breakpoint
DROP TABLE `order_flags`;--> statement-breakpoint
ALTER TABLE `__new_order_flags` RENAME TO `order_flags`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `order_flags_order` ON `order_flags` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `order_flags_open` ON `order_flags` (`order_id`,`kind`) WHERE resolved_at is null;