ALTER TABLE `order_events` ADD `seq` integer;--> statement-breakpoint
UPDATE `order_events` SET `seq` = `numbered`.`n` FROM (
	SELECT `id`, row_number() OVER (PARTITION BY `order_id` ORDER BY `created_at`, rowid) AS `n` FROM `order_events`
) AS `numbered` WHERE `numbered`.`id` = `order_events`.`id`;--> statement-breakpoint
CREATE UNIQUE INDEX `order_events_seq` ON `order_events` (`order_id`,`seq`);
