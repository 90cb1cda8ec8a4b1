-- Replaces the index of migration 0007: it also holds the recipient, beside the customer, and where and whom to call. Its keys,
-- the numbers of shops and the triggers of shop_orders stay. Rebuilding orders, shop_orders or shops drops the triggers.
DROP TRIGGER `order_search_insert`;--> statement-breakpoint
DROP TRIGGER `order_search_update`;--> statement-breakpoint
DROP TRIGGER `order_search_delete`;--> statement-breakpoint
DROP VIEW `order_search_rows`;--> statement-breakpoint
DROP TABLE `order_search`;--> statement-breakpoint
CREATE VIRTUAL TABLE `order_search` USING fts5(
  `reference`, `customer`, `email`, `delivery`, `shop`, `status`, `payment`, `assignment`, tokenize = 'trigram remove_diacritics 1'
);
--> statement-breakpoint
-- The text of each index row. Two spaces before every word make its first one or two letters a trigram, too. Apostrophes are
-- straight. Of a phone number there are the digits.
-- One trigram also stands for a status: one list of the index to read instead of one per letter. The bar keeps it apart
-- from the trigrams of names and e-mail addresses, which searches would otherwise compare with it.
CREATE VIEW `order_search_rows` AS
SELECT k.`key`, o.`id` AS `order_id`,
  '  ' || o.`order_reference` AS `reference`,
  '  ' || replace(replace(replace(o.`customer_name` || coalesce(' ' || o.`recipient_name`, ''),
    '’', ''''), '‘', ''''), ' ', '   ') AS `customer`,
  '  ' || o.`customer_email` AS `email`,
  '  ' || replace(replace(replace(
    o.`delivery_address` || coalesce(' ' || o.`delivery_unit`, '') || ' ' || o.`delivery_city` || ' ' || o.`delivery_zip` || ' ' ||
    replace(replace(replace(replace(replace(replace(
      o.`customer_phone` || coalesce('|' || o.`recipient_phone`, ''), ' ', ''), '(', ''), ')', ''), '-', ''), '.', ''), '+', ''),
    '’', ''''), '‘', ''''), ' ', '   ') AS `delivery`,
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
  INSERT INTO `order_search` (rowid, `reference`, `customer`, `email`, `delivery`, `shop`, `status`, `payment`, `assignment`)
  SELECT `key`, `reference`, `customer`, `email`, `delivery`, `shop`, `status`, `payment`, `assignment`
  FROM `order_search_rows` WHERE `order_id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `order_search_update`
AFTER UPDATE OF `order_reference`, `customer_name`, `customer_email`, `customer_phone`, `recipient_name`, `recipient_phone`,
  `delivery_address`, `delivery_unit`, `delivery_city`, `delivery_zip`, `status`, `payment_status`, `assignment_status` ON `orders` BEGIN
  DELETE FROM `order_search` WHERE rowid = (SELECT `key` FROM `order_search_keys` WHERE `order_id` = new.`id`);
  INSERT INTO `order_search` (rowid, `reference`, `customer`, `email`, `delivery`, `shop`, `status`, `payment`, `assignment`)
  SELECT `key`, `reference`, `customer`, `email`, `delivery`, `shop`, `status`, `payment`, `assignment`
  FROM `order_search_rows` WHERE `order_id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `order_search_delete` AFTER DELETE ON `orders` BEGIN
  DELETE FROM `order_search` WHERE rowid = (SELECT `key` FROM `order_search_keys` WHERE `order_id` = old.`id`);
  DELETE FROM `order_search_keys` WHERE `order_id` = old.`id`;
END;
--> statement-breakpoint
INSERT INTO `order_search` (rowid, `reference`, `customer`, `email`, `delivery`, `shop`, `status`, `payment`, `assignment`)
SELECT `key`, `reference`, `customer`, `email`, `delivery`, `shop`, `status`, `payment`, `assignment` FROM `order_search_rows`;
