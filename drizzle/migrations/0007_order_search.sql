DROP INDEX `shop_orders_withdrawn`;--> statement-breakpoint
DROP INDEX `shop_orders_paid`;--> statement-breakpoint
DROP INDEX `shop_orders_to_pay`;--> statement-breakpoint
CREATE INDEX `shop_orders_listed` ON `shop_orders` (case when withdrawn_at is null then status else 'withdrawn' end,`payment_status`,`created_at`);--> statement-breakpoint
CREATE INDEX `shop_orders_shop_listed` ON `shop_orders` (`shop_id`,case when withdrawn_at is null then status else 'withdrawn' end,`payment_status`,`created_at`);--> statement-breakpoint

-- Replaces the order search of migration 0003. Drizzle does not know FTS5: all names begin with order_search, and
-- tests/api/database/order-search.test.ts checks the index. Rebuilding orders, shop_orders or shops drops the triggers.
-- The numbers of shops stay: order_search_shops with its triggers order_search_shop_new and order_search_shop_gone.
DROP TRIGGER `order_search_new`;--> statement-breakpoint
DROP TRIGGER `order_search_changed`;--> statement-breakpoint
DROP TRIGGER `order_search_gone`;--> statement-breakpoint
DROP TRIGGER `order_search_assigned`;--> statement-breakpoint
DROP TRIGGER `order_search_reassigned`;--> statement-breakpoint
DROP TRIGGER `order_search_unassigned`;--> statement-breakpoint
DROP VIEW `order_search_texts`;--> statement-breakpoint
DROP TABLE `order_search`;--> statement-breakpoint
DROP TABLE `order_search_keys`;--> statement-breakpoint

-- Rowids of the index: creation time, then a counter, so that walking it backwards gives the newest orders first.
-- The rowid of orders itself may change under VACUUM.
CREATE TABLE `order_search_keys` (`key` integer PRIMARY KEY, `order_id` text NOT NULL UNIQUE);
--> statement-breakpoint
CREATE VIRTUAL TABLE `order_search` USING fts5(
  `reference`, `customer`, `email`, `shop`, `status`, `payment`, `assignment`, tokenize = 'trigram remove_diacritics 1'
);
--> statement-breakpoint
-- One trigram stands for a shop: the bar and two private-use characters. A search looks up the shops whose names it
-- contains, so that renaming a shop changes no row of the index.
CREATE VIEW `order_search_shop_trigrams` AS
SELECT `shop_id`, char(124, 57600 + `n` / 1000, 57600 + `n` % 1000) AS `trigram` FROM `order_search_shops`;
--> statement-breakpoint
-- The text of each index row. Two spaces before every word make its first one or two letters a trigram, too.
-- One trigram also stands for a status: one list of the index to read instead of one per letter. The bar keeps it apart
-- from the trigrams of names and e-mail addresses, which searches would otherwise compare with it.
CREATE VIEW `order_search_rows` AS
SELECT k.`key`, o.`id` AS `order_id`,
  '  ' || o.`order_reference` AS `reference`,
  '  ' || replace(o.`customer_name`, ' ', '   ') AS `customer`,
  '  ' || o.`customer_email` AS `email`,
  h.`trigram` AS `shop`,
  '|' || substr(o.`status`, 3, 2) AS `status`,
  '|' || substr(o.`payment_status`, 3, 2) AS `payment`,
  '|' || substr(o.`assignment_status`, 3, 2) AS `assignment`
FROM `orders` o
JOIN `order_search_keys` k ON k.`order_id` = o.`id`
LEFT JOIN `shop_orders` s ON s.`order_id` = o.`id` AND s.`status` <> 'rejected' AND s.`withdrawn_at` IS NULL
LEFT JOIN `order_search_shop_trigrams` h ON h.`shop_id` = s.`shop_id`;
--> statement-breakpoint
CREATE TRIGGER `order_search_insert` AFTER INSERT ON `orders` BEGIN
  INSERT INTO `order_search_keys` (`key`, `order_id`)
  SELECT max(`first`, coalesce((SELECT max(`key`) + 1 FROM `order_search_keys` WHERE `key` < `first` + 1000000), 0)), new.`id`
  FROM (SELECT CAST(strftime('%s', new.`created_at`) || substr(new.`created_at`, 21, 3) || '000000' AS integer) AS `first`);
  INSERT INTO `order_search` (rowid, `reference`, `customer`, `email`, `shop`, `status`, `payment`, `assignment`)
  SELECT `key`, `reference`, `customer`, `email`, `shop`, `status`, `payment`, `assignment`
  FROM `order_search_rows` WHERE `order_id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `order_search_update`
AFTER UPDATE OF `order_reference`, `customer_name`, `customer_email`, `status`, `payment_status`, `assignment_status` ON `orders` BEGIN
  DELETE FROM `order_search` WHERE rowid = (SELECT `key` FROM `order_search_keys` WHERE `order_id` = new.`id`);
  INSERT INTO `order_search` (rowid, `reference`, `customer`, `email`, `shop`, `status`, `payment`, `assignment`)
  SELECT `key`, `reference`, `customer`, `email`, `shop`, `status`, `payment`, `assignment`
  FROM `order_search_rows` WHERE `order_id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `order_search_delete` AFTER DELETE ON `orders` BEGIN
  DELETE FROM `order_search` WHERE rowid = (SELECT `key` FROM `order_search_keys` WHERE `order_id` = old.`id`);
  DELETE FROM `order_search_keys` WHERE `order_id` = old.`id`;
END;
--> statement-breakpoint
-- The order's shop: writing the order's status to itself fires order_search_update.
CREATE TRIGGER `order_search_shop_order_insert` AFTER INSERT ON `shop_orders` BEGIN
  UPDATE `orders` SET `status` = `status` WHERE `id` = new.`order_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `order_search_shop_order_update` AFTER UPDATE OF `shop_id`, `status`, `withdrawn_at` ON `shop_orders` BEGIN
  UPDATE `orders` SET `status` = `status` WHERE `id` = new.`order_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `order_search_shop_order_delete` AFTER DELETE ON `shop_orders` BEGIN
  UPDATE `orders` SET `status` = `status` WHERE `id` = old.`order_id`;
END;
--> statement-breakpoint
INSERT INTO `order_search_keys` (`key`, `order_id`)
SELECT CAST(strftime('%s', `created_at`) || substr(`created_at`, 21, 3) || '000000' AS integer)
  + row_number() OVER (PARTITION BY `created_at` ORDER BY rowid) - 1, `id`
FROM `orders`;
--> statement-breakpoint
INSERT INTO `order_search` (rowid, `reference`, `customer`, `email`, `shop`, `status`, `payment`, `assignment`)
SELECT `key`, `reference`, `customer`, `email`, `shop`, `status`, `payment`, `assignment` FROM `order_search_rows`;
