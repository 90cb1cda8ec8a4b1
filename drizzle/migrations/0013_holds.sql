-- Written by hand: for a CHECK drizzle-kit rebuilds the table, and copies columns that the old one has not.
ALTER TABLE `order_holds` ADD `network_hash` text;--> statement-breakpoint
ALTER TABLE `order_holds` ADD `mailbox_hash` text;--> statement-breakpoint
ALTER TABLE `order_holds` ADD `phone_hash` text;--> statement-breakpoint
ALTER TABLE `order_holds` ADD `expires_at` text CONSTRAINT "order_holds_expires_at" CHECK(expires_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(expires_at) is substr(expires_at, 1, 10) and substr(expires_at, 12, 2) < '24');--> statement-breakpoint
CREATE INDEX `order_holds_network` ON `order_holds` (`network_hash`);--> statement-breakpoint
CREATE INDEX `order_holds_mailbox` ON `order_holds` (`mailbox_hash`);--> statement-breakpoint
CREATE INDEX `order_holds_phone` ON `order_holds` (`phone_hash`);