CREATE TABLE `consents` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`phone_hash` text NOT NULL,
	`wording` text NOT NULL,
	`given_at` text NOT NULL,
	`taken_back_at` text,
	CONSTRAINT "consents_wording_length" CHECK(length(trim(wording, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(wording) <= 20),
	CONSTRAINT "consents_instants" CHECK(given_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(given_at) is substr(given_at, 1, 10) and substr(given_at, 12, 2) < '24' and taken_back_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(taken_back_at) is substr(taken_back_at, 1, 10) and substr(taken_back_at, 12, 2) < '24')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `consents_standing` ON `consents` (`order_id`) WHERE taken_back_at is null;--> statement-breakpoint
CREATE INDEX `consents_order` ON `consents` (`order_id`);--> statement-breakpoint
CREATE INDEX `consents_phone` ON `consents` (`phone_hash`);