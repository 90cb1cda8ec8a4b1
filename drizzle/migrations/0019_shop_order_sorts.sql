DROP INDEX `shops_name`;--> statement-breakpoint
CREATE INDEX `shops_name` ON `shops` (name collate nocase);--> statement-breakpoint
CREATE INDEX `shop_orders_cost` ON `shop_orders` (`shop_cost_cents`);