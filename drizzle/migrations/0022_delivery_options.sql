CREATE TABLE `delivery_options` (
	`id` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_order_holds` (
	`order_id` text PRIMARY KEY NOT NULL,
	`place` integer NOT NULL,
	`client_hash` text NOT NULL,
	`network_hash` text,
	`mailbox_hash` text,
	`phone_hash` text,
	`expires_at` text,
	`reserved_market_id` text,
	`reserved_option` text,
	`reserved_promised_by` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reserved_market_id`) REFERENCES `markets`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`reserved_option`) REFERENCES `delivery_options`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_holds_place" CHECK(typeof(place) = 'integer' and place >= 1),
	CONSTRAINT "order_holds_instants" CHECK(reserved_promised_by glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(reserved_promised_by) is substr(reserved_promised_by, 1, 10) and substr(reserved_promised_by, 12, 2) < '24' and created_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(created_at) is substr(created_at, 1, 10) and substr(created_at, 12, 2) < '24'),
	CONSTRAINT "order_holds_expires_at" CHECK(expires_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(expires_at) is substr(expires_at, 1, 10) and substr(expires_at, 12, 2) < '24')
);
--> statement-breakpoint
INSERT INTO `__new_order_holds`("order_id", "place", "client_hash", "network_hash", "mailbox_hash", "phone_hash", "expires_at", "reserved_market_id", "reserved_option", "reserved_promised_by", "created_at") SELECT "order_id", "place", "client_hash", "network_hash", "mailbox_hash", "phone_hash", "expires_at", "reserved_market_id", "reserved_option", "reserved_promised_by", "created_at" FROM `order_holds`;--> statement-breakpoint
DROP TABLE `order_holds`;--> statement-breakpoint
ALTER TABLE `__new_order_holds` RENAME TO `order_holds`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `order_holds_client` ON `order_holds` (`client_hash`);--> statement-breakpoint
CREATE INDEX `order_holds_network` ON `order_holds` (`network_hash`);--> statement-breakpoint
CREATE INDEX `order_holds_mailbox` ON `order_holds` (`mailbox_hash`);--> statement-breakpoint
CREATE INDEX `order_holds_phone` ON `order_holds` (`phone_hash`);--> statement-breakpoint
CREATE INDEX `order_holds_reserved` ON `order_holds` (`reserved_market_id`,`reserved_promised_by`);--> statement-breakpoint
CREATE TABLE `__new_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`order_reference` text NOT NULL,
	`customer_name` text NOT NULL,
	`customer_email` text NOT NULL,
	`customer_phone` text NOT NULL,
	`recipient_name` text,
	`recipient_phone` text,
	`apology_note` text,
	`delivery_address` text NOT NULL,
	`delivery_unit` text,
	`delivery_city` text NOT NULL,
	`delivery_state` text NOT NULL,
	`delivery_zip` text NOT NULL,
	`delivery_instructions` text,
	`market_id` text,
	`time_zone` text NOT NULL,
	`subtotal_cents` integer NOT NULL,
	`delivery_fee_cents` integer NOT NULL,
	`tax_cents` integer NOT NULL,
	`discount_cents` integer DEFAULT 0 NOT NULL,
	`total_cents` integer NOT NULL,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`currency` text DEFAULT 'usd' NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`payment_status` text DEFAULT 'pending' NOT NULL,
	`payment_method` text,
	`payment_reference` text,
	`checkout_session_id` text,
	`delivery_option` text NOT NULL,
	`delivery_date` text NOT NULL,
	`promised_by` text NOT NULL,
	`assignment_status` text DEFAULT 'unassigned' NOT NULL,
	`is_sample` integer DEFAULT false NOT NULL,
	`tracking_token` text,
	`manage_links_ended_at` text,
	`paid_at` text,
	`reconciled_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`delivery_state`) REFERENCES `states`(`code`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`market_id`) REFERENCES `markets`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`delivery_option`) REFERENCES `delivery_options`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_reference_shape" CHECK(order_reference glob 'ORD-[0123456789ABCDEFGHJKMNPQRSTVWXYZ][0123456789ABCDEFGHJKMNPQRSTVWXYZ][0123456789ABCDEFGHJKMNPQRSTVWXYZ][0123456789ABCDEFGHJKMNPQRSTVWXYZ][0123456789ABCDEFGHJKMNPQRSTVWXYZ][0123456789ABCDEFGHJKMNPQRSTVWXYZ][0123456789ABCDEFGHJKMNPQRSTVWXYZ][0123456789ABCDEFGHJKMNPQRSTVWXYZ]' or order_reference glob 'ORD-[0-9][0-9][0-9][0-9][0-9]'),
	CONSTRAINT "orders_status" CHECK(status in ('pending', 'processing', 'confirmed', 'completed', 'delivered', 'cancelled')),
	CONSTRAINT "orders_payment_status" CHECK(payment_status in ('pending', 'paid', 'failed', 'refunded')),
	CONSTRAINT "orders_assignment_status" CHECK(assignment_status in ('unassigned', 'assigned')),
	CONSTRAINT "orders_currency" CHECK(currency = 'usd'),
	CONSTRAINT "orders_email_shape" CHECK(customer_email like '_%@_%' and length(customer_email) <= 254),
	CONSTRAINT "orders_customer_name_length" CHECK(length(trim(customer_name, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(customer_name) <= 100),
	CONSTRAINT "orders_phone" CHECK(trim(customer_phone, char(9, 10, 11, 12, 13, 32, 160)) <> ''),
	CONSTRAINT "orders_recipient_phone" CHECK(trim(recipient_phone, char(9, 10, 11, 12, 13, 32, 160)) <> ''),
	CONSTRAINT "orders_recipient_name_length" CHECK(length(recipient_name) <= 100),
	CONSTRAINT "orders_address_length" CHECK(length(trim(delivery_address, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(delivery_address) <= 200),
	CONSTRAINT "orders_unit_length" CHECK(length(delivery_unit) <= 60),
	CONSTRAINT "orders_city_length" CHECK(length(trim(delivery_city, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(delivery_city) <= 100),
	CONSTRAINT "orders_zip_shape" CHECK(delivery_zip glob '[0-9][0-9][0-9][0-9][0-9]'),
	CONSTRAINT "orders_time_zone_shape" CHECK(time_zone like '_%/_%'),
	CONSTRAINT "orders_note_length" CHECK(length(apology_note) <= 300),
	CONSTRAINT "orders_instructions_length" CHECK(length(delivery_instructions) <= 300),
	CONSTRAINT "orders_amounts" CHECK(typeof(subtotal_cents) = 'integer' and subtotal_cents >= 0 and typeof(delivery_fee_cents) = 'integer' and delivery_fee_cents >= 0 and typeof(tax_cents) = 'integer' and tax_cents >= 0 and typeof(discount_cents) = 'integer' and discount_cents >= 0 and typeof(total_cents) = 'integer' and total_cents >= 0 and typeof(refunded_cents) = 'integer' and refunded_cents >= 0),
	CONSTRAINT "orders_total_adds_up" CHECK(total_cents = subtotal_cents + delivery_fee_cents + tax_cents - discount_cents),
	CONSTRAINT "orders_refund_within_total" CHECK(refunded_cents <= total_cents),
	CONSTRAINT "orders_refund_of_a_payment" CHECK(refunded_cents = 0 or payment_status in ('paid', 'refunded')),
	CONSTRAINT "orders_refunded_means_all" CHECK(payment_status <> 'refunded' or refunded_cents = total_cents),
	CONSTRAINT "orders_paid_has_stamp" CHECK(payment_status not in ('paid', 'refunded') or paid_at is not null),
	CONSTRAINT "orders_instants" CHECK(created_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(created_at) is substr(created_at, 1, 10) and substr(created_at, 12, 2) < '24' and delivery_date glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(delivery_date) is substr(delivery_date, 1, 10) and substr(delivery_date, 12, 2) < '24' and promised_by glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(promised_by) is substr(promised_by, 1, 10) and substr(promised_by, 12, 2) < '24' and paid_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(paid_at) is substr(paid_at, 1, 10) and substr(paid_at, 12, 2) < '24' and manage_links_ended_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(manage_links_ended_at) is substr(manage_links_ended_at, 1, 10) and substr(manage_links_ended_at, 12, 2) < '24'),
	CONSTRAINT "orders_sample_flag" CHECK(is_sample in (0, 1)),
	CONSTRAINT "orders_version" CHECK(typeof(version) = 'integer' and version >= 1)
);
--> statement-breakpoint
INSERT INTO `__new_orders`("id", "user_id", "order_reference", "customer_name", "customer_email", "customer_phone", "recipient_name", "recipient_phone", "apology_note", "delivery_address", "delivery_unit", "delivery_city", "delivery_state", "delivery_zip", "delivery_instructions", "market_id", "time_zone", "subtotal_cents", "delivery_fee_cents", "tax_cents", "discount_cents", "total_cents", "refunded_cents", "currency", "status", "payment_status", "payment_method", "payment_reference", "checkout_session_id", "delivery_option", "delivery_date", "promised_by", "assignment_status", "is_sample", "tracking_token", "manage_links_ended_at", "paid_at", "reconciled_at", "version", "created_at", "updated_at") SELECT "id", "user_id", "order_reference", "customer_name", "customer_email", "customer_phone", "recipient_name", "recipient_phone", "apology_note", "delivery_address", "delivery_unit", "delivery_city", "delivery_state", "delivery_zip", "delivery_instructions", "market_id", "time_zone", "subtotal_cents", "delivery_fee_cents", "tax_cents", "discount_cents", "total_cents", "refunded_cents", "currency", "status", "payment_status", "payment_method", "payment_reference", "checkout_session_id", "delivery_option", "delivery_date", "promised_by", "assignment_status", "is_sample", "tracking_token", "manage_links_ended_at", "paid_at", "reconciled_at", "version", "created_at", "updated_at" FROM `orders`;--> statement-breakpoint
DROP TABLE `orders`;--> statement-breakpoint
ALTER TABLE `__new_orders` RENAME TO `orders`;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_orderReference_unique` ON `orders` (`order_reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_paymentReference_unique` ON `orders` (`payment_reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_checkoutSessionId_unique` ON `orders` (`checkout_session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_trackingToken_unique` ON `orders` (`tracking_token`);--> statement-breakpoint
CREATE INDEX `orders_created_at` ON `orders` (`created_at`);--> statement-breakpoint
CREATE INDEX `orders_promised_by` ON `orders` (`promised_by`);--> statement-breakpoint
CREATE INDEX `orders_to_assign` ON `orders` (`assignment_status`,`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_filtered_created` ON `orders` (`assignment_status`,`status`,`payment_status`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_filtered_promised` ON `orders` (`assignment_status`,`status`,`payment_status`,`promised_by`);--> statement-breakpoint
CREATE INDEX `orders_awaiting_shop` ON `orders` (`promised_by`,`payment_status`) WHERE assignment_status = 'unassigned' and status in ('pending', 'confirmed');--> statement-breakpoint
CREATE INDEX `orders_awaiting_payment` ON `orders` (`reconciled_at`,`created_at`) WHERE payment_status = 'pending';--> statement-breakpoint
CREATE INDEX `orders_market` ON `orders` (`market_id`);--> statement-breakpoint
CREATE INDEX `orders_places` ON `orders` (`market_id`,`promised_by`) WHERE status <> 'cancelled' and payment_status <> 'refunded' and is_sample = 0;--> statement-breakpoint
CREATE INDEX `orders_user` ON `orders` (`user_id`);--> statement-breakpoint
CREATE INDEX `orders_customer_email` ON `orders` (lower(customer_email));--> statement-breakpoint
CREATE INDEX `orders_sold` ON `orders` (`paid_at`) WHERE payment_status = 'paid' and is_sample = 0;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_id_total` ON `orders` (`id`,`total_cents`);