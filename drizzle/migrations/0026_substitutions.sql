CREATE TABLE `order_substitutions` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`shop_order_id` text NOT NULL,
	`number` integer NOT NULL,
	`missing` text NOT NULL,
	`instead` text NOT NULL,
	`preference` text NOT NULL,
	`reported_at` text NOT NULL,
	`token_hash` text,
	`expires_at` text,
	`closed_at` text,
	`outcome` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`shop_order_id`) REFERENCES `shop_orders`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "order_substitutions_number_counts" CHECK(typeof(number) = 'integer' and number >= 1),
	CONSTRAINT "order_substitutions_missing_length" CHECK(length(trim(missing, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(missing) <= 200),
	CONSTRAINT "order_substitutions_instead_length" CHECK(length(trim(instead, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(instead) <= 200),
	CONSTRAINT "order_substitutions_preference" CHECK(preference in ('florist', 'ask', 'refund')),
	CONSTRAINT "order_substitutions_outcome" CHECK(outcome in ('florist', 'agreed', 'declined', 'silent', 'refunded', 'found', 'over')),
	CONSTRAINT "order_substitutions_instants" CHECK(reported_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(reported_at) is substr(reported_at, 1, 10) and substr(reported_at, 12, 2) < '24' and expires_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(expires_at) is substr(expires_at, 1, 10) and substr(expires_at, 12, 2) < '24' and closed_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(closed_at) is substr(closed_at, 1, 10) and substr(closed_at, 12, 2) < '24'),
	CONSTRAINT "order_substitutions_asked_whole" CHECK((token_hash is null) = (expires_at is null)),
	CONSTRAINT "order_substitutions_closed_has_outcome" CHECK((closed_at is null) = (outcome is null)),
	CONSTRAINT "order_substitutions_answer_was_asked" CHECK(outcome is null or (outcome in ('florist', 'refunded')) = (token_hash is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_substitutions_tokenHash_unique` ON `order_substitutions` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `order_substitutions_number` ON `order_substitutions` (`order_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `order_substitutions_one_open` ON `order_substitutions` (`order_id`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `order_substitutions_shop_order` ON `order_substitutions` (`shop_order_id`);--> statement-breakpoint
CREATE INDEX `order_substitutions_open` ON `order_substitutions` (`expires_at`) WHERE closed_at is null;--> statement-breakpoint
-- Written by hand: for a CHECK drizzle-kit rebuilds the table, which would drop the triggers of the order search.
ALTER TABLE `orders` ADD `substitution_preference` text DEFAULT 'florist' NOT NULL CONSTRAINT "orders_substitution_preference" CHECK(substitution_preference in ('florist', 'ask', 'refund'));
