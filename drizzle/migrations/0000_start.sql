CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`invited_by` text,
	`expires_at` text NOT NULL,
	`used_at` text,
	`revoked_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "invitations_kind" CHECK(kind in ('invitation', 'password_reset')),
	CONSTRAINT "invitations_instants" CHECK(expires_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(expires_at) is substr(expires_at, 1, 10) and substr(expires_at, 12, 2) < '24')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_tokenHash_unique` ON `invitations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `invitations_user` ON `invitations` (`user_id`);--> statement-breakpoint
CREATE TABLE `rate_counters` (
	`key` text NOT NULL,
	`window_start` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`key`, `window_start`),
	CONSTRAINT "rate_counters_count" CHECK(typeof(count) = 'integer' and count >= 1),
	CONSTRAINT "rate_counters_instants" CHECK(window_start glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(window_start) is substr(window_start, 1, 10) and substr(window_start, 12, 2) < '24')
);
--> statement-breakpoint
CREATE INDEX `rate_counters_window` ON `rate_counters` (`window_start`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`used_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `recovery_codes_user` ON `recovery_codes` (`user_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`refresh_hash` text NOT NULL,
	`previous_hash` text,
	`rotated_at` text NOT NULL,
	`successor_used_at` text,
	`expires_at` text NOT NULL,
	`revoked_at` text,
	`user_agent` text,
	`last_seen_at` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sessions_instants" CHECK(expires_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(expires_at) is substr(expires_at, 1, 10) and substr(expires_at, 12, 2) < '24')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_refreshHash_unique` ON `sessions` (`refresh_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_previousHash_unique` ON `sessions` (`previous_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text,
	`role` text DEFAULT 'member' NOT NULL,
	`deactivated_at` text,
	`totp_secret` text,
	`totp_enabled_at` text,
	`last_sign_in_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "users_email_shape" CHECK(email like '_%@_%' and length(email) <= 254),
	CONSTRAINT "users_role" CHECK(role in ('admin', 'member')),
	CONSTRAINT "users_totp_has_secret" CHECK(totp_enabled_at is null or totp_secret is not null),
	CONSTRAINT "users_version" CHECK(typeof(version) = 'integer' and version >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (lower(email));--> statement-breakpoint
CREATE TABLE `products` (
	`id` text PRIMARY KEY NOT NULL,
	`sku` text NOT NULL,
	`title` text NOT NULL,
	`price_cents` integer NOT NULL,
	`description` text,
	`image_url` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "products_sku_length" CHECK(length(trim(sku, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(sku) <= 50),
	CONSTRAINT "products_title_length" CHECK(length(trim(title, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(title) <= 255),
	CONSTRAINT "products_image_url_length" CHECK(length(image_url) <= 255),
	CONSTRAINT "products_price_range" CHECK(typeof(price_cents) = 'integer' and price_cents > 0 and price_cents <= 999999),
	CONSTRAINT "products_version" CHECK(typeof(version) = 'integer' and version >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `products_sku_unique` ON `products` (`sku`);--> statement-breakpoint
CREATE INDEX `products_updated_at` ON `products` (`updated_at`);--> statement-breakpoint
CREATE TABLE `checkout_attempts` (
	`key` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`fingerprint` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "checkout_attempts_key_length" CHECK(length(trim(key, char(9, 10, 11, 12, 13, 32, 160))) >= 16 and length(key) <= 64)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `checkout_attempts_orderId_unique` ON `checkout_attempts` (`order_id`);--> statement-breakpoint
CREATE TABLE `checkout_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`n` integer NOT NULL,
	`params` text NOT NULL,
	`session_id` text,
	`url` text,
	`status` text DEFAULT 'creating' NOT NULL,
	`expires_at` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "checkout_sessions_n" CHECK(typeof(n) = 'integer' and n >= 1),
	CONSTRAINT "checkout_sessions_status" CHECK(status in ('creating', 'open', 'complete', 'expired', 'abandoned')),
	CONSTRAINT "checkout_sessions_params_json" CHECK(json_valid(params) and json_type(params) = 'object'),
	CONSTRAINT "checkout_sessions_instants" CHECK(expires_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(expires_at) is substr(expires_at, 1, 10) and substr(expires_at, 12, 2) < '24'),
	CONSTRAINT "checkout_sessions_open_has_id" CHECK(status in ('creating', 'abandoned') or session_id is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `checkout_sessions_sessionId_unique` ON `checkout_sessions` (`session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `checkout_sessions_one_open` ON `checkout_sessions` (`order_id`) WHERE status in ('creating', 'open');--> statement-breakpoint
CREATE UNIQUE INDEX `checkout_sessions_order_n` ON `checkout_sessions` (`order_id`,`n`);--> statement-breakpoint
CREATE TABLE `provider_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`outcome` text NOT NULL,
	`received_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`provider_refund_id` text,
	`idempotency_key` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`requested_by` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "refunds_amount" CHECK(typeof(amount_cents) = 'integer' and amount_cents >= 1),
	CONSTRAINT "refunds_reason" CHECK(trim(reason, char(9, 10, 11, 12, 13, 32, 160)) <> ''),
	CONSTRAINT "refunds_status" CHECK(status in ('pending', 'succeeded', 'failed', 'cancelled')),
	CONSTRAINT "refunds_succeeded_has_id" CHECK(status <> 'succeeded' or provider_refund_id is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_providerRefundId_unique` ON `refunds` (`provider_refund_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_idempotencyKey_unique` ON `refunds` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `refunds_order` ON `refunds` (`order_id`);--> statement-breakpoint
CREATE TABLE `market_closed_dates` (
	`market_id` text NOT NULL,
	`date` text NOT NULL,
	PRIMARY KEY(`market_id`, `date`),
	FOREIGN KEY (`market_id`) REFERENCES `markets`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "market_closed_dates_shape" CHECK(date(date) is not null and date(date) = date)
);
--> statement-breakpoint
CREATE TABLE `market_zipcodes` (
	`zipcode` text PRIMARY KEY NOT NULL,
	`market_id` text NOT NULL,
	FOREIGN KEY (`market_id`) REFERENCES `markets`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "market_zipcodes_shape" CHECK(zipcode glob '[0-9][0-9][0-9][0-9][0-9]')
);
--> statement-breakpoint
CREATE INDEX `market_zipcodes_market` ON `market_zipcodes` (`market_id`);--> statement-breakpoint
CREATE TABLE `markets` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`time_zone` text NOT NULL,
	`opening_hours` text,
	`paused_reason` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "markets_name_length" CHECK(length(trim(name, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(name) <= 100),
	CONSTRAINT "markets_name_trimmed" CHECK(name = trim(name, char(9, 10, 11, 12, 13, 32, 160))),
	CONSTRAINT "markets_time_zone_shape" CHECK(time_zone like '_%/_%'),
	CONSTRAINT "markets_opening_hours_json" CHECK(json_valid(opening_hours) and json_type(opening_hours) = 'object'),
	CONSTRAINT "markets_paused_reason_length" CHECK(length(trim(paused_reason, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(paused_reason) <= 300),
	CONSTRAINT "markets_version" CHECK(typeof(version) = 'integer' and version >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `markets_name` ON `markets` (lower(name));--> statement-breakpoint
CREATE TABLE `shops` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`market_id` text NOT NULL,
	`state_id` text NOT NULL,
	`city` text NOT NULL,
	`zip` text NOT NULL,
	`street_address` text NOT NULL,
	`phone` text,
	`email` text,
	`active` integer DEFAULT true NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`market_id`) REFERENCES `markets`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`state_id`) REFERENCES `states`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "shops_name_length" CHECK(length(trim(name, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(name) <= 200),
	CONSTRAINT "shops_city_length" CHECK(length(trim(city, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(city) <= 100),
	CONSTRAINT "shops_street_length" CHECK(length(trim(street_address, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(street_address) <= 200),
	CONSTRAINT "shops_zip_shape" CHECK(zip glob '[0-9][0-9][0-9][0-9][0-9]' or zip glob '[0-9][0-9][0-9][0-9][0-9]-[0-9][0-9][0-9][0-9]'),
	CONSTRAINT "shops_active_flag" CHECK(active in (0, 1)),
	CONSTRAINT "shops_version" CHECK(typeof(version) = 'integer' and version >= 1)
);
--> statement-breakpoint
CREATE INDEX `shops_market` ON `shops` (`market_id`);--> statement-breakpoint
CREATE INDEX `shops_name` ON `shops` (`name`);--> statement-breakpoint
CREATE TABLE `states` (
	`id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`name` text NOT NULL,
	CONSTRAINT "states_code_shape" CHECK(code glob '[A-Z][A-Z]')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `states_code_unique` ON `states` (`code`);--> statement-breakpoint
CREATE UNIQUE INDEX `states_name_unique` ON `states` (`name`);--> statement-breakpoint
CREATE TABLE `change_records` (
	`id` text PRIMARY KEY NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`action` text NOT NULL,
	`field` text,
	`before` text,
	`after` text,
	`actor_id` text,
	`created_at` text NOT NULL,
	CONSTRAINT "change_records_entity" CHECK(entity in ('product', 'market', 'shop', 'user')),
	CONSTRAINT "change_records_action" CHECK(action in ('create', 'update', 'delete'))
);
--> statement-breakpoint
CREATE INDEX `change_records_entity_id` ON `change_records` (`entity`,`entity_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`order_id` text,
	`recipient` text NOT NULL,
	`payload` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` text NOT NULL,
	`locked_until` text,
	`last_error` text,
	`provider_message_id` text,
	`sent_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "outbox_status" CHECK(status in ('pending', 'sent', 'failed')),
	CONSTRAINT "outbox_recipient_shape" CHECK(recipient like '_%@_%' and length(recipient) <= 254),
	CONSTRAINT "outbox_attempts" CHECK(typeof(attempts) = 'integer' and attempts >= 0),
	CONSTRAINT "outbox_payload_json" CHECK(json_valid(payload) and json_type(payload) = 'object'),
	CONSTRAINT "outbox_instants" CHECK(next_attempt_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(next_attempt_at) is substr(next_attempt_at, 1, 10) and substr(next_attempt_at, 12, 2) < '24'),
	CONSTRAINT "outbox_sent_has_stamp" CHECK(status <> 'sent' or sent_at is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupeKey_unique` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`next_attempt_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `outbox_order` ON `outbox` (`order_id`);--> statement-breakpoint
CREATE TABLE `waitlist` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`city` text NOT NULL,
	`state` text NOT NULL,
	`zip_code` text NOT NULL,
	`story` text,
	`contacted` integer DEFAULT false NOT NULL,
	`unsubscribe_token` text NOT NULL,
	`unsubscribed_at` text,
	`notified_at` text,
	`created_at` text NOT NULL,
	CONSTRAINT "waitlist_email_shape" CHECK(email like '_%@_%' and length(email) <= 254),
	CONSTRAINT "waitlist_zip_shape" CHECK(zip_code glob '[0-9][0-9][0-9][0-9][0-9]' or zip_code glob '[0-9][0-9][0-9][0-9][0-9]-[0-9][0-9][0-9][0-9]'),
	CONSTRAINT "waitlist_city_length" CHECK(length(trim(city, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(city) <= 100),
	CONSTRAINT "waitlist_state_shape" CHECK(state glob '[A-Z][A-Z]'),
	CONSTRAINT "waitlist_story_length" CHECK(length(story) <= 2000),
	CONSTRAINT "waitlist_contacted_flag" CHECK(contacted in (0, 1))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_unsubscribeToken_unique` ON `waitlist` (`unsubscribe_token`);--> statement-breakpoint
CREATE UNIQUE INDEX `waitlist_email_zip` ON `waitlist` (lower(email),`zip_code`);--> statement-breakpoint
CREATE INDEX `waitlist_created_at` ON `waitlist` (`created_at`);--> statement-breakpoint
CREATE INDEX `waitlist_zip` ON `waitlist` (`zip_code`);--> statement-breakpoint
CREATE TABLE `order_events` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`order_reference` text NOT NULL,
	`kind` text NOT NULL,
	`actor` text NOT NULL,
	`actor_id` text,
	`data` text NOT NULL,
	`dedupe_key` text,
	`created_at` text NOT NULL,
	CONSTRAINT "order_events_actor" CHECK(actor in ('shopper', 'provider', 'admin', 'florist', 'system')),
	CONSTRAINT "order_events_kind_length" CHECK(length(trim(kind, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(kind) <= 60),
	CONSTRAINT "order_events_data_json" CHECK(json_valid(data) and json_type(data) = 'object')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_events_dedupeKey_unique` ON `order_events` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `order_events_order` ON `order_events` (`order_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `order_flags` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`kind` text NOT NULL,
	`detail` text,
	`created_at` text NOT NULL,
	`resolved_at` text,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "order_flags_kind" CHECK(kind in ('needs_refund', 'amount_mismatch', 'rebuilt', 'stray_payment', 'disputed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_flags_open` ON `order_flags` (`order_id`,`kind`) WHERE resolved_at is null;--> statement-breakpoint
CREATE TABLE `order_items` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`product_id` text,
	`sku` text NOT NULL,
	`title` text NOT NULL,
	`image_url` text,
	`price_at_purchase_cents` integer NOT NULL,
	`quantity` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "order_items_price" CHECK(typeof(price_at_purchase_cents) = 'integer' and price_at_purchase_cents >= 0),
	CONSTRAINT "order_items_quantity" CHECK(typeof(quantity) = 'integer' and quantity >= 1),
	CONSTRAINT "order_items_sku" CHECK(trim(sku, char(9, 10, 11, 12, 13, 32, 160)) <> ''),
	CONSTRAINT "order_items_title" CHECK(trim(title, char(9, 10, 11, 12, 13, 32, 160)) <> '')
);
--> statement-breakpoint
CREATE INDEX `order_items_order` ON `order_items` (`order_id`);--> statement-breakpoint
CREATE INDEX `order_items_product` ON `order_items` (`product_id`);--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`order_reference` text NOT NULL,
	`customer_name` text NOT NULL,
	`customer_email` text NOT NULL,
	`customer_phone` text NOT NULL,
	`recipient_name` text,
	`apology_note` text,
	`delivery_address` text NOT NULL,
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
	`paid_at` text,
	`reconciled_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`delivery_state`) REFERENCES `states`(`code`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`market_id`) REFERENCES `markets`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "orders_reference_shape" CHECK(order_reference glob 'ORD-[0123456789ABCDEFGHJKMNPQRSTVWXYZ][0123456789ABCDEFGHJKMNPQRSTVWXYZ][0123456789ABCDEFGHJKMNPQRSTVWXYZ][0123456789ABCDEFGHJKMNPQRSTVWXYZ][0123456789ABCDEFGHJKMNPQRSTVWXYZ][0123456789ABCDEFGHJKMNPQRSTVWXYZ][0123456789ABCDEFGHJKMNPQRSTVWXYZ][0123456789ABCDEFGHJKMNPQRSTVWXYZ]' or order_reference glob 'ORD-[0-9][0-9][0-9][0-9][0-9]'),
	CONSTRAINT "orders_status" CHECK(status in ('pending', 'processing', 'confirmed', 'completed', 'delivered', 'cancelled')),
	CONSTRAINT "orders_payment_status" CHECK(payment_status in ('pending', 'paid', 'failed', 'refunded')),
	CONSTRAINT "orders_assignment_status" CHECK(assignment_status in ('unassigned', 'assigned')),
	CONSTRAINT "orders_delivery_option" CHECK(delivery_option in ('hour', 'few-hours', 'today', 'tomorrow')),
	CONSTRAINT "orders_currency" CHECK(currency = 'usd'),
	CONSTRAINT "orders_email_shape" CHECK(customer_email like '_%@_%' and length(customer_email) <= 254),
	CONSTRAINT "orders_customer_name_length" CHECK(length(trim(customer_name, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(customer_name) <= 100),
	CONSTRAINT "orders_phone" CHECK(trim(customer_phone, char(9, 10, 11, 12, 13, 32, 160)) <> ''),
	CONSTRAINT "orders_recipient_name_length" CHECK(length(recipient_name) <= 100),
	CONSTRAINT "orders_address_length" CHECK(length(trim(delivery_address, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(delivery_address) <= 200),
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
	CONSTRAINT "orders_instants" CHECK(created_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(created_at) is substr(created_at, 1, 10) and substr(created_at, 12, 2) < '24' and delivery_date glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(delivery_date) is substr(delivery_date, 1, 10) and substr(delivery_date, 12, 2) < '24' and promised_by glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(promised_by) is substr(promised_by, 1, 10) and substr(promised_by, 12, 2) < '24' and paid_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(paid_at) is substr(paid_at, 1, 10) and substr(paid_at, 12, 2) < '24'),
	CONSTRAINT "orders_sample_flag" CHECK(is_sample in (0, 1)),
	CONSTRAINT "orders_version" CHECK(typeof(version) = 'integer' and version >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_orderReference_unique` ON `orders` (`order_reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_paymentReference_unique` ON `orders` (`payment_reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_checkoutSessionId_unique` ON `orders` (`checkout_session_id`);--> statement-breakpoint
CREATE INDEX `orders_created_at` ON `orders` (`created_at`);--> statement-breakpoint
CREATE INDEX `orders_promised_by` ON `orders` (`promised_by`);--> statement-breakpoint
CREATE INDEX `orders_to_assign` ON `orders` (`assignment_status`,`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_awaiting_payment` ON `orders` (`reconciled_at`,`created_at`) WHERE payment_status = 'pending';--> statement-breakpoint
CREATE INDEX `orders_market` ON `orders` (`market_id`);--> statement-breakpoint
CREATE INDEX `orders_user` ON `orders` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_id_total` ON `orders` (`id`,`total_cents`);--> statement-breakpoint
CREATE TABLE `share_corrections` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_order_id` text NOT NULL,
	`refund_id` text,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`created_by` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`shop_order_id`) REFERENCES `shop_orders`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`refund_id`) REFERENCES `refunds`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "share_corrections_amount" CHECK(typeof(amount_cents) = 'integer' and amount_cents <> 0),
	CONSTRAINT "share_corrections_reason" CHECK(trim(reason, char(9, 10, 11, 12, 13, 32, 160)) <> '')
);
--> statement-breakpoint
CREATE INDEX `share_corrections_shop_order` ON `share_corrections` (`shop_order_id`);--> statement-breakpoint
CREATE TABLE `shop_order_contacts` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_order_id` text NOT NULL,
	`note` text NOT NULL,
	`user_id` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`shop_order_id`) REFERENCES `shop_orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "shop_order_contacts_note" CHECK(length(trim(note, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(note) <= 2000)
);
--> statement-breakpoint
CREATE INDEX `shop_order_contacts_shop_order` ON `shop_order_contacts` (`shop_order_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `shop_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`shop_id` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`payment_status` text DEFAULT 'pending' NOT NULL,
	`payment_reference` text,
	`order_total_cents` integer NOT NULL,
	`shop_cost_cents` integer NOT NULL,
	`platform_fee_cents` integer NOT NULL,
	`special_instructions` text,
	`shop_notes` text,
	`status_updated_at` text,
	`status_updated_by` text,
	`payment_updated_at` text,
	`payment_updated_by` text,
	`withdrawn_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`shop_id`) REFERENCES `shops`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`status_updated_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`payment_updated_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`order_id`,`order_total_cents`) REFERENCES `orders`(`id`,`total_cents`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "shop_orders_status" CHECK(status in ('pending', 'confirmed', 'processing', 'ready', 'delivered', 'rejected')),
	CONSTRAINT "shop_orders_payment_status" CHECK(payment_status in ('pending', 'paid')),
	CONSTRAINT "shop_orders_amounts" CHECK(typeof(order_total_cents) = 'integer' and order_total_cents >= 0 and typeof(shop_cost_cents) = 'integer' and shop_cost_cents >= 0 and typeof(platform_fee_cents) = 'integer' and platform_fee_cents >= 0),
	CONSTRAINT "shop_orders_split_adds_up" CHECK(shop_cost_cents + platform_fee_cents = order_total_cents),
	CONSTRAINT "shop_orders_status_has_stamp" CHECK(status = 'pending' or status_updated_at is not null),
	CONSTRAINT "shop_orders_paid_has_stamp" CHECK(payment_status <> 'paid' or payment_updated_at is not null),
	CONSTRAINT "shop_orders_version" CHECK(typeof(version) = 'integer' and version >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shop_orders_one_live` ON `shop_orders` (`order_id`) WHERE status <> 'rejected' and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX `shop_orders_order` ON `shop_orders` (`order_id`);--> statement-breakpoint
CREATE INDEX `shop_orders_shop` ON `shop_orders` (`shop_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `shop_orders_created_at` ON `shop_orders` (`created_at`);