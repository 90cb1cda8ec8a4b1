CREATE TABLE `florist_devices` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`name` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` text NOT NULL,
	`last_rung_at` text,
	`last_answer` text,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "florist_devices_name_length" CHECK(length(trim(name, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(name) <= 60),
	CONSTRAINT "florist_devices_endpoint_length" CHECK(length(trim(endpoint, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(endpoint) <= 1000),
	CONSTRAINT "florist_devices_keys_length" CHECK(length(trim(p256dh, char(9, 10, 11, 12, 13, 32, 160))) >= 80 and length(p256dh) <= 100 and length(trim(auth, char(9, 10, 11, 12, 13, 32, 160))) >= 20 and length(auth) <= 40),
	CONSTRAINT "florist_devices_instants" CHECK(last_rung_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(last_rung_at) is substr(last_rung_at, 1, 10) and substr(last_rung_at, 12, 2) < '24')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `florist_devices_endpoint_unique` ON `florist_devices` (`endpoint`);--> statement-breakpoint
CREATE INDEX `florist_devices_shop` ON `florist_devices` (`shop_id`);--> statement-breakpoint
CREATE TABLE `text_stops` (
	`phone_hash` text PRIMARY KEY NOT NULL,
	`stopped_at` text,
	`started_at` text,
	CONSTRAINT "text_stops_instants" CHECK(stopped_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(stopped_at) is substr(stopped_at, 1, 10) and substr(stopped_at, 12, 2) < '24' and started_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(started_at) is substr(started_at, 1, 10) and substr(started_at, 12, 2) < '24')
);
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`order_id` text,
	`channel` text DEFAULT 'mail' NOT NULL,
	`recipient` text NOT NULL,
	`payload` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` text NOT NULL,
	`locked_until` text,
	`due_before_pause` text,
	`last_error` text,
	`provider_message_id` text,
	`sent_at` text,
	`delivery` text,
	`delivery_at` text,
	`delivery_detail` text,
	`dismissed_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "outbox_status" CHECK(status in ('pending', 'sent', 'failed')),
	CONSTRAINT "outbox_channel" CHECK(channel in ('mail', 'push', 'text')),
	CONSTRAINT "outbox_recipient_shape" CHECK(channel <> 'mail' or (recipient like '_%@_%' and length(recipient) <= 254)),
	CONSTRAINT "outbox_attempts" CHECK(typeof(attempts) = 'integer' and attempts >= 0),
	CONSTRAINT "outbox_payload_json" CHECK(json_valid(payload) and json_type(payload) = 'object'),
	CONSTRAINT "outbox_instants" CHECK(next_attempt_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(next_attempt_at) is substr(next_attempt_at, 1, 10) and substr(next_attempt_at, 12, 2) < '24'),
	CONSTRAINT "outbox_due_before_pause" CHECK(due_before_pause glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(due_before_pause) is substr(due_before_pause, 1, 10) and substr(due_before_pause, 12, 2) < '24'),
	CONSTRAINT "outbox_sent_has_stamp" CHECK(status <> 'sent' or sent_at is not null)
);
--> statement-breakpoint
INSERT INTO `__new_outbox`("id", "kind", "dedupe_key", "order_id", "recipient", "payload", "status", "attempts", "next_attempt_at", "locked_until", "due_before_pause", "last_error", "provider_message_id", "sent_at", "delivery", "delivery_at", "delivery_detail", "dismissed_at", "created_at", "updated_at") SELECT "id", "kind", "dedupe_key", "order_id", "recipient", "payload", "status", "attempts", "next_attempt_at", "locked_until", "due_before_pause", "last_error", "provider_message_id", "sent_at", "delivery", "delivery_at", "delivery_detail", "dismissed_at", "created_at", "updated_at" FROM `outbox`;--> statement-breakpoint
DROP TABLE `outbox`;--> statement-breakpoint
ALTER TABLE `__new_outbox` RENAME TO `outbox`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupeKey_unique` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`next_attempt_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `outbox_paused` ON `outbox` (`due_before_pause`) WHERE status = 'pending' and due_before_pause is not null;--> statement-breakpoint
CREATE INDEX `outbox_problems` ON `outbox` (`updated_at`) WHERE (status = 'failed' or delivery in ('failed', 'suppressed', 'bounced', 'complained')) and dismissed_at is null;--> statement-breakpoint
CREATE INDEX `outbox_provider_message` ON `outbox` (`provider_message_id`);--> statement-breakpoint
CREATE INDEX `outbox_order` ON `outbox` (`order_id`);--> statement-breakpoint
CREATE INDEX `outbox_unforgotten` ON `outbox` (`sent_at`) WHERE status = 'sent' and payload <> '{}';--> statement-breakpoint
-- Written by hand: a column with its check needs no table to be built anew, and markets and shops are referred to.
ALTER TABLE `markets` ADD COLUMN `text_after_seconds` integer CONSTRAINT "markets_text_after_seconds" CHECK(text_after_seconds is null or (typeof(text_after_seconds) = 'integer' and text_after_seconds >= 0));--> statement-breakpoint
ALTER TABLE `markets` ADD COLUMN `call_after_seconds` integer CONSTRAINT "markets_call_after_seconds" CHECK(call_after_seconds is null or (typeof(call_after_seconds) = 'integer' and call_after_seconds >= 0));--> statement-breakpoint
ALTER TABLE `shops` ADD COLUMN `takes_texts` integer DEFAULT false NOT NULL CONSTRAINT "shops_takes_texts_flag" CHECK(takes_texts in (0, 1));
