CREATE TABLE `blocks` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`order_id` text,
	`key_id` text NOT NULL,
	`house_hash` text NOT NULL,
	`suffix_hash` text,
	`direction_hash` text,
	`unit_hash` text,
	`first_name_hash` text,
	`mailbox_hash` text,
	`phone_hash` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_attempt_at` text,
	`flagged_attempts` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`lifted_at` text,
	`lifted_by` text,
	`lift_reason` text,
	`created_by` text,
	`note` text,
	CONSTRAINT "blocks_kind" CHECK(kind in ('place', 'sender', 'recipient')),
	CONSTRAINT "blocks_instants" CHECK(created_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(created_at) is substr(created_at, 1, 10) and substr(created_at, 12, 2) < '24' and last_attempt_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(last_attempt_at) is substr(last_attempt_at, 1, 10) and substr(last_attempt_at, 12, 2) < '24' and lifted_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(lifted_at) is substr(lifted_at, 1, 10) and substr(lifted_at, 12, 2) < '24'),
	CONSTRAINT "blocks_attempts" CHECK(typeof(attempts) = 'integer' and attempts >= 0 and typeof(flagged_attempts) = 'integer' and flagged_attempts >= 0),
	CONSTRAINT "blocks_lift_reason_length" CHECK(length(trim(lift_reason, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(lift_reason) <= 500),
	CONSTRAINT "blocks_note_length" CHECK(length(trim(note, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(note) <= 500),
	CONSTRAINT "blocks_lifted_with_reason" CHECK((lifted_at is null) = (lift_reason is null)),
	CONSTRAINT "blocks_sender" CHECK(kind <> 'sender' or mailbox_hash is not null),
	CONSTRAINT "blocks_order" CHECK((kind = 'place') = (order_id is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `blocks_wish` ON `blocks` (`order_id`,`kind`) WHERE lifted_at is null;--> statement-breakpoint
CREATE INDEX `blocks_house` ON `blocks` (`house_hash`) WHERE lifted_at is null;--> statement-breakpoint
CREATE INDEX `blocks_created_at` ON `blocks` (`created_at`);--> statement-breakpoint
ALTER TABLE `orders` ADD `stop_code_hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_stop_code` ON `orders` (`stop_code_hash`);