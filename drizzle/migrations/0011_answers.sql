ALTER TABLE `markets` ADD `assigns_since` text;--> statement-breakpoint
ALTER TABLE `shop_orders` ADD `answer_by` text;--> statement-breakpoint
ALTER TABLE `shop_orders` ADD `answered_at` text;--> statement-breakpoint
ALTER TABLE `shop_orders` ADD `answered_by` text;--> statement-breakpoint
CREATE INDEX `shop_orders_to_answer` ON `shop_orders` (`answer_by`) WHERE status = 'pending' and withdrawn_at is null and answer_by is not null;