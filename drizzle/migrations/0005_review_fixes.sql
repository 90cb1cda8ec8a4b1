CREATE TABLE `security_events` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`device` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "security_events_instants" CHECK(created_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(created_at) is substr(created_at, 1, 10) and substr(created_at, 12, 2) < '24')
);
--> statement-breakpoint
CREATE INDEX `security_events_user` ON `security_events` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `security_events_created_at` ON `security_events` (`created_at`);--> statement-breakpoint
CREATE TABLE `sign_in_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sign_in_challenges_instants" CHECK(expires_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(expires_at) is substr(expires_at, 1, 10) and substr(expires_at, 12, 2) < '24')
);
--> statement-breakpoint
CREATE INDEX `sign_in_challenges_user` ON `sign_in_challenges` (`user_id`);--> statement-breakpoint
CREATE TABLE `disputes` (
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
	CONSTRAINT "disputes_status" CHECK(status in ('needs_response', 'under_review', 'won', 'lost')),
	CONSTRAINT "disputes_instants" CHECK(respond_by glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(respond_by) is substr(respond_by, 1, 10) and substr(respond_by, 12, 2) < '24')
);
--> statement-breakpoint
CREATE INDEX `disputes_order` ON `disputes` (`order_id`);--> statement-breakpoint
CREATE TABLE `job_cursors` (
	`job` text PRIMARY KEY NOT NULL,
	`cursor` text,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mail_suppressions` (
	`mailbox_hash` text PRIMARY KEY NOT NULL,
	`complained_at` text,
	`lifted_at` text,
	CONSTRAINT "mail_suppressions_instants" CHECK(complained_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(complained_at) is substr(complained_at, 1, 10) and substr(complained_at, 12, 2) < '24' and lifted_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(lifted_at) is substr(lifted_at, 1, 10) and substr(lifted_at, 12, 2) < '24')
);
--> statement-breakpoint
CREATE TABLE `problems` (
	`fingerprint` text PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`event` text NOT NULL,
	`place` text,
	`error` text NOT NULL,
	`message` text NOT NULL,
	`stack` text NOT NULL,
	`device` text,
	`request_id` text,
	`times` integer DEFAULT 1 NOT NULL,
	`first_at` text NOT NULL,
	`last_at` text NOT NULL,
	CONSTRAINT "problems_source" CHECK(source in ('server', 'browser')),
	CONSTRAINT "problems_times" CHECK(typeof(times) = 'integer' and times >= 1),
	CONSTRAINT "problems_instants" CHECK(first_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(first_at) is substr(first_at, 1, 10) and substr(first_at, 12, 2) < '24' and last_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(last_at) is substr(last_at, 1, 10) and substr(last_at, 12, 2) < '24')
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
	CONSTRAINT "order_flags_kind" CHECK(kind in ('needs_refund', 'amount_mismatch', 'rebuilt', 'stray_payment', 'disputed', 'paid_while_paused'))
);
--> statement-breakpoint
INSERT INTO `__new_order_flags`("id", "order_id", "kind", "detail", "created_at", "resolved_at") SELECT "id", "order_id", "kind", "detail", "created_at", "resolved_at" FROM `order_flags`;--> statement-breakpoint
DROP TABLE `order_flags`;--> statement-breakpoint
ALTER TABLE `__new_order_flags` RENAME TO `order_flags`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `order_flags_order` ON `order_flags` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `order_flags_open` ON `order_flags` (`order_id`,`kind`) WHERE resolved_at is null;--> statement-breakpoint
DROP INDEX `outbox_failed`;--> statement-breakpoint
ALTER TABLE `outbox` ADD `delivery` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `delivery_at` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `delivery_detail` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `dismissed_at` text;--> statement-breakpoint
CREATE INDEX `outbox_problems` ON `outbox` (`updated_at`) WHERE (status = 'failed' or delivery in ('failed', 'suppressed', 'bounced', 'complained')) and dismissed_at is null;--> statement-breakpoint
CREATE INDEX `outbox_provider_message` ON `outbox` (`provider_message_id`);--> statement-breakpoint
ALTER TABLE `checkout_sessions` ADD `stopped_at` text;--> statement-breakpoint
CREATE INDEX `checkout_sessions_to_end` ON `checkout_sessions` (`updated_at`) WHERE stopped_at is not null and status = 'open';--> statement-breakpoint
ALTER TABLE `waitlist` ADD `mailbox` text;--> statement-breakpoint
CREATE INDEX `waitlist_mailbox` ON `waitlist` (`mailbox`);