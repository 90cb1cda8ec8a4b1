CREATE TABLE `saved_views` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`search` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "saved_views_list" CHECK(list in ('orders', 'shop-orders', 'waitlist')),
	CONSTRAINT "saved_views_name_length" CHECK(length(trim(name, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(name) <= 40),
	CONSTRAINT "saved_views_search_length" CHECK(length(trim(search, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(search) <= 500),
	CONSTRAINT "saved_views_instants" CHECK(created_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(created_at) is substr(created_at, 1, 10) and substr(created_at, 12, 2) < '24')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_name` ON `saved_views` (`user_id`,`list`,lower(name));