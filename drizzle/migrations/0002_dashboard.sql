CREATE INDEX `outbox_failed` ON `outbox` (`updated_at`) WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX `orders_sold` ON `orders` (`paid_at`) WHERE payment_status = 'paid' and is_sample = 0;--> statement-breakpoint
CREATE INDEX `shop_orders_waiting` ON `shop_orders` (`created_at`) WHERE status = 'pending' and withdrawn_at is null;