PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_disputes` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`respond_by` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "disputes_amount" CHECK(typeof(amount_cents) = 'integer' and amount_cents >= 1),
	CONSTRAINT "disputes_status" CHECK(status in ('warning_needs_response', 'warning_under_review', 'warning_closed', 'needs_response', 'under_review', 'prevented', 'lost', 'appeal_needs_response', 'appeal_under_review', 'won')),
	CONSTRAINT "disputes_instants" CHECK(respond_by glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(respond_by) is substr(respond_by, 1, 10) and substr(respond_by, 12, 2) < '24')
);
--> statement-breakpoint
INSERT INTO `__new_disputes`("id", "order_id", "amount_cents", "reason", "status", "respond_by", "created_at", "updated_at") SELECT "id", "order_id", "amount_cents", "reason", "status", "respond_by", "created_at", "updated_at" FROM `disputes`;--> statement-breakpoint
DROP TABLE `disputes`;--> statement-breakpoint
ALTER TABLE `__new_disputes` RENAME TO `disputes`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `disputes_order` ON `disputes` (`order_id`);