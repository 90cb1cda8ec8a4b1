ALTER TABLE `refunds` ADD `failure` text;--> statement-breakpoint
ALTER TABLE `refunds` ADD `share` text;--> statement-breakpoint
CREATE INDEX `refunds_unanswered` ON `refunds` (`updated_at`) WHERE status = 'pending';--> statement-breakpoint
ALTER TABLE `orders` ADD `tracking_token` text;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_trackingToken_unique` ON `orders` (`tracking_token`);--> statement-breakpoint
CREATE INDEX `orders_filtered_created` ON `orders` (`assignment_status`,`status`,`payment_status`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_filtered_promised` ON `orders` (`assignment_status`,`status`,`payment_status`,`promised_by`);--> statement-breakpoint
CREATE INDEX `order_flags_order` ON `order_flags` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `share_corrections_refund` ON `share_corrections` (`refund_id`);--> statement-breakpoint
UPDATE `orders` SET `tracking_token` = lower(hex(randomblob(16)));
--> statement-breakpoint
-- The index behind the search over orders (docs/decisions.md, Orders in the back office). Drizzle knows nothing of what
-- follows: every name begins with order_search, tests/api/database/order-search.test.ts holds the index to the orders.

-- A number for every order by which the index is ordered: the time it was placed, in microseconds. Newest first is then
-- walking the index backwards, without sorting what was found.
CREATE TABLE `order_search_keys` (`key` integer PRIMARY KEY, `order_id` text NOT NULL UNIQUE);
--> statement-breakpoint
-- A number for every shop: the index holds it and not the name, so that renaming a shop leaves the index alone.
CREATE TABLE `order_search_shops` (`n` integer PRIMARY KEY, `shop_id` text NOT NULL UNIQUE);
--> statement-breakpoint
-- Every three letters in a row, of texts and of codes.
CREATE VIRTUAL TABLE `order_search` USING fts5(`reference`, `customer`, `email`, `codes`, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
-- What the index holds of an order. Two spaces before each word: its first one or two letters can then be found as well.
-- A code is three symbols, the first of which nobody types: payment, assignment, status, live shop. It costs one look-up.
CREATE VIEW `order_search_texts` AS
SELECT k.`key`, o.`id` AS `order_id`,
  '  ' || o.`order_reference` AS `reference`,
  '  ' || replace(o.`customer_name`, ' ', '   ') AS `customer`,
  '  ' || o.`customer_email` AS `email`,
  char(57344) || substr(o.`payment_status`, 1, 2) ||
  char(57345) || substr(o.`assignment_status`, 1, 2) ||
  char(57346) || substr(o.`status`, 1, 1) || substr(o.`status`, 4, 1) ||
  coalesce(char(57347) || char(57600 + c.`n` / 1000) || char(57600 + c.`n` % 1000), '') AS `codes`
FROM `orders` o
JOIN `order_search_keys` k ON k.`order_id` = o.`id`
LEFT JOIN `shop_orders` s ON s.`order_id` = o.`id` AND s.`status` <> 'rejected' AND s.`withdrawn_at` IS NULL
LEFT JOIN `order_search_shops` c ON c.`shop_id` = s.`shop_id`;
--> statement-breakpoint
CREATE TRIGGER `order_search_shop_new` AFTER INSERT ON `shops` BEGIN
  INSERT INTO `order_search_shops` (`shop_id`) VALUES (new.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `order_search_shop_gone` AFTER DELETE ON `shops` BEGIN
  DELETE FROM `order_search_shops` WHERE `shop_id` = old.`id`;
END;
--> statement-breakpoint
-- A thousand orders of one millisecond have numbers of their own; should there be more, they count on from the last.
CREATE TRIGGER `order_search_new` AFTER INSERT ON `orders` BEGIN
  INSERT INTO `order_search_keys` (`key`, `order_id`)
  SELECT CASE WHEN `next` < `first` + 1000 THEN `next` ELSE (SELECT max(`key`) + 1 FROM `order_search_keys`) END, new.`id`
  FROM (
    SELECT `first`, coalesce(
      (SELECT max(`key`) + 1 FROM `order_search_keys` WHERE `key` >= `first` AND `key` < `first` + 1000), `first`) AS `next`
    FROM (SELECT (unixepoch(new.`created_at`) * 1000 + CAST(substr(new.`created_at`, 21, 3) AS integer)) * 1000 AS `first`)
  );
  INSERT INTO `order_search` (rowid, `reference`, `customer`, `email`, `codes`)
  SELECT `key`, `reference`, `customer`, `email`, `codes` FROM `order_search_texts` WHERE `order_id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `order_search_changed`
AFTER UPDATE OF `order_reference`, `customer_name`, `customer_email`, `status`, `payment_status`, `assignment_status` ON `orders`
WHEN (old.`order_reference`, old.`customer_name`, old.`customer_email`, old.`status`, old.`payment_status`, old.`assignment_status`)
  IS NOT (new.`order_reference`, new.`customer_name`, new.`customer_email`, new.`status`, new.`payment_status`, new.`assignment_status`)
BEGIN
  DELETE FROM `order_search` WHERE rowid = (SELECT `key` FROM `order_search_keys` WHERE `order_id` = new.`id`);
  INSERT INTO `order_search` (rowid, `reference`, `customer`, `email`, `codes`)
  SELECT `key`, `reference`, `customer`, `email`, `codes` FROM `order_search_texts` WHERE `order_id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `order_search_gone` AFTER DELETE ON `orders` BEGIN
  DELETE FROM `order_search` WHERE rowid = (SELECT `key` FROM `order_search_keys` WHERE `order_id` = old.`id`);
  DELETE FROM `order_search_keys` WHERE `order_id` = old.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `order_search_assigned` AFTER INSERT ON `shop_orders`
WHEN new.`status` <> 'rejected' AND new.`withdrawn_at` IS NULL
BEGIN
  DELETE FROM `order_search` WHERE rowid = (SELECT `key` FROM `order_search_keys` WHERE `order_id` = new.`order_id`);
  INSERT INTO `order_search` (rowid, `reference`, `customer`, `email`, `codes`)
  SELECT `key`, `reference`, `customer`, `email`, `codes` FROM `order_search_texts` WHERE `order_id` = new.`order_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `order_search_reassigned` AFTER UPDATE OF `order_id`, `shop_id`, `status`, `withdrawn_at` ON `shop_orders`
WHEN (old.`order_id`, old.`shop_id`, old.`status` <> 'rejected' AND old.`withdrawn_at` IS NULL)
  IS NOT (new.`order_id`, new.`shop_id`, new.`status` <> 'rejected' AND new.`withdrawn_at` IS NULL)
BEGIN
  DELETE FROM `order_search` WHERE rowid IN (
    SELECT `key` FROM `order_search_keys` WHERE `order_id` IN (old.`order_id`, new.`order_id`));
  INSERT INTO `order_search` (rowid, `reference`, `customer`, `email`, `codes`)
  SELECT `key`, `reference`, `customer`, `email`, `codes` FROM `order_search_texts`
  WHERE `order_id` IN (old.`order_id`, new.`order_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `order_search_unassigned` AFTER DELETE ON `shop_orders`
WHEN old.`status` <> 'rejected' AND old.`withdrawn_at` IS NULL
BEGIN
  DELETE FROM `order_search` WHERE rowid = (SELECT `key` FROM `order_search_keys` WHERE `order_id` = old.`order_id`);
  INSERT INTO `order_search` (rowid, `reference`, `customer`, `email`, `codes`)
  SELECT `key`, `reference`, `customer`, `email`, `codes` FROM `order_search_texts` WHERE `order_id` = old.`order_id`;
END;
--> statement-breakpoint
INSERT INTO `order_search_shops` (`shop_id`) SELECT `id` FROM `shops`;
--> statement-breakpoint
INSERT INTO `order_search_keys` (`key`, `order_id`)
SELECT (unixepoch(`created_at`) * 1000 + CAST(substr(`created_at`, 21, 3) AS integer)) * 1000
  + row_number() OVER (PARTITION BY `created_at` ORDER BY rowid) - 1, `id`
FROM `orders`;
--> statement-breakpoint
INSERT INTO `order_search` (rowid, `reference`, `customer`, `email`, `codes`)
SELECT `key`, `reference`, `customer`, `email`, `codes` FROM `order_search_texts`;
