CREATE TABLE `delivery_attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_order_id` text NOT NULL,
	`attempt_key` text NOT NULL,
	`source` text NOT NULL,
	`outcome` text NOT NULL,
	`name` text,
	`next_step` text,
	`next_at` text,
	`corrects` text,
	`actor_id` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`shop_order_id`) REFERENCES `shop_orders`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "delivery_attempts_attempt_key" CHECK(length(trim(attempt_key, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(attempt_key) <= 64),
	CONSTRAINT "delivery_attempts_source" CHECK(source in ('florist', 'admin')),
	CONSTRAINT "delivery_attempts_outcome" CHECK(outcome in ('recipient', 'someone', 'front_desk', 'neighbor', 'left_at_door', 'nobody')),
	CONSTRAINT "delivery_attempts_name" CHECK(length(trim(name, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(name) <= 100),
	CONSTRAINT "delivery_attempts_name_given" CHECK(name is not null or not (outcome in ('someone'))),
	CONSTRAINT "delivery_attempts_name_fits" CHECK(name is null or outcome in ('someone', 'front_desk', 'neighbor')),
	CONSTRAINT "delivery_attempts_next_step" CHECK(next_step in ('second_attempt', 'at_shop', 'ask_sender')),
	CONSTRAINT "delivery_attempts_missed_has_next_step" CHECK((outcome = 'nobody') = (next_step is not null)),
	CONSTRAINT "delivery_attempts_second_has_time" CHECK((next_step is 'second_attempt') = (next_at is not null)),
	CONSTRAINT "delivery_attempts_corrected_by_admin" CHECK(corrects is null or source = 'admin'),
	CONSTRAINT "delivery_attempts_instants" CHECK(next_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(next_at) is substr(next_at, 1, 10) and substr(next_at, 12, 2) < '24' and created_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(created_at) is substr(created_at, 1, 10) and substr(created_at, 12, 2) < '24')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_attempts_corrects_unique` ON `delivery_attempts` (`corrects`);--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_attempts_key` ON `delivery_attempts` (`shop_order_id`,`attempt_key`);