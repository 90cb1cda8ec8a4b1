CREATE TABLE `order_choices` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`number` integer NOT NULL,
	`reason` text NOT NULL,
	`wait_until` text,
	`opened_at` text NOT NULL,
	`offered_at` text,
	`token_hash` text,
	`expires_at` text,
	`closed_at` text,
	`outcome` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "order_choices_number_counts" CHECK(typeof(number) = 'integer' and number >= 1),
	CONSTRAINT "order_choices_reason" CHECK(reason in ('late', 'no_room', 'no_florist', 'too_late')),
	CONSTRAINT "order_choices_outcome" CHECK(outcome in ('wait', 'day', 'cancel', 'expired', 'over')),
	CONSTRAINT "order_choices_instants" CHECK(wait_until glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(wait_until) is substr(wait_until, 1, 10) and substr(wait_until, 12, 2) < '24' and opened_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(opened_at) is substr(opened_at, 1, 10) and substr(opened_at, 12, 2) < '24' and offered_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(offered_at) is substr(offered_at, 1, 10) and substr(offered_at, 12, 2) < '24' and expires_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(expires_at) is substr(expires_at, 1, 10) and substr(expires_at, 12, 2) < '24' and closed_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(closed_at) is substr(closed_at, 1, 10) and substr(closed_at, 12, 2) < '24'),
	CONSTRAINT "order_choices_offered_whole" CHECK((offered_at is null) = (token_hash is null) and (offered_at is null) = (expires_at is null)),
	CONSTRAINT "order_choices_closed_has_outcome" CHECK((closed_at is null) = (outcome is null)),
	CONSTRAINT "order_choices_answer_was_offered" CHECK(outcome is null or outcome = 'over' or offered_at is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_choices_tokenHash_unique` ON `order_choices` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `order_choices_number` ON `order_choices` (`order_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `order_choices_one_open` ON `order_choices` (`order_id`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `order_choices_open` ON `order_choices` (`opened_at`) WHERE closed_at is null;