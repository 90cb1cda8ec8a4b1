CREATE TABLE `agent_platforms` (
	`id` text PRIMARY KEY NOT NULL,
	`profile_url` text NOT NULL,
	`name` text NOT NULL,
	`blocked_at` text,
	`blocked_by` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "agent_platforms_profile_url_length" CHECK(length(trim(profile_url, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(profile_url) <= 2048),
	CONSTRAINT "agent_platforms_name_length" CHECK(length(trim(name, char(9, 10, 11, 12, 13, 32, 160))) >= 1 and length(name) <= 100),
	CONSTRAINT "agent_platforms_instants" CHECK(blocked_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(blocked_at) is substr(blocked_at, 1, 10) and substr(blocked_at, 12, 2) < '24' and created_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(created_at) is substr(created_at, 1, 10) and substr(created_at, 12, 2) < '24' and updated_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(updated_at) is substr(updated_at, 1, 10) and substr(updated_at, 12, 2) < '24'),
	CONSTRAINT "agent_platforms_blocked_by_whom" CHECK((blocked_at is null) = (blocked_by is null)),
	CONSTRAINT "agent_platforms_version" CHECK(typeof(version) = 'integer' and version >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `agent_platforms_profileUrl_unique` ON `agent_platforms` (`profile_url`);--> statement-breakpoint
CREATE TABLE `agent_replies` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`request_hash` text NOT NULL,
	`checkout_id` text NOT NULL,
	`status` integer NOT NULL,
	`body` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`checkout_id`) REFERENCES `prepared_checkouts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "agent_replies_status" CHECK(typeof(status) = 'integer' and status >= 1),
	CONSTRAINT "agent_replies_instants" CHECK(created_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(created_at) is substr(created_at, 1, 10) and substr(created_at, 12, 2) < '24')
);
--> statement-breakpoint
CREATE INDEX `agent_replies_created_at` ON `agent_replies` (`created_at`);--> statement-breakpoint
CREATE INDEX `agent_replies_checkout` ON `agent_replies` (`checkout_id`);--> statement-breakpoint
CREATE TABLE `prepared_checkouts` (
	`id` text PRIMARY KEY NOT NULL,
	`platform_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`content` text,
	`memo` text NOT NULL,
	`canceled_at` text,
	`expires_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`platform_id`) REFERENCES `agent_platforms`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "prepared_checkouts_content" CHECK(json_valid(content) and json_type(content) = 'object'),
	CONSTRAINT "prepared_checkouts_memo" CHECK(json_valid(memo) and json_type(memo) = 'object'),
	CONSTRAINT "prepared_checkouts_instants" CHECK(canceled_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(canceled_at) is substr(canceled_at, 1, 10) and substr(canceled_at, 12, 2) < '24' and expires_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(expires_at) is substr(expires_at, 1, 10) and substr(expires_at, 12, 2) < '24' and created_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(created_at) is substr(created_at, 1, 10) and substr(created_at, 12, 2) < '24' and updated_at glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9].[0-9][0-9][0-9]Z' and date(updated_at) is substr(updated_at, 1, 10) and substr(updated_at, 12, 2) < '24'),
	CONSTRAINT "prepared_checkouts_version" CHECK(typeof(version) = 'integer' and version >= 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `prepared_checkouts_secretHash_unique` ON `prepared_checkouts` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `prepared_checkouts_platform` ON `prepared_checkouts` (`platform_id`,`expires_at`);--> statement-breakpoint
CREATE INDEX `prepared_checkouts_updated_at` ON `prepared_checkouts` (`updated_at`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_change_records` (
	`id` text PRIMARY KEY NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`action` text NOT NULL,
	`field` text,
	`before` text,
	`after` text,
	`actor_id` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	CONSTRAINT "change_records_entity" CHECK(entity in ('product', 'market', 'shop', 'user', 'platform')),
	CONSTRAINT "change_records_action" CHECK(action in ('create', 'update', 'delete'))
);
--> statement-breakpoint
INSERT INTO `__new_change_records`("id", "entity", "entity_id", "action", "field", "before", "after", "actor_id", "version", "created_at") SELECT "id", "entity", "entity_id", "action", "field", "before", "after", "actor_id", "version", "created_at" FROM `change_records`;--> statement-breakpoint
DROP TABLE `change_records`;--> statement-breakpoint
ALTER TABLE `__new_change_records` RENAME TO `change_records`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `change_records_entity_id` ON `change_records` (`entity`,`entity_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `orders` ADD `agent_platform_id` text REFERENCES agent_platforms(id);--> statement-breakpoint
CREATE INDEX `orders_of_agents` ON `orders` (`agent_platform_id`,`created_at`) WHERE agent_platform_id is not null;