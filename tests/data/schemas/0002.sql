BEGIN TRANSACTION;
CREATE TABLE accounts (
	id INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	owner VARCHAR(255) NOT NULL, 
	network VARCHAR(255) DEFAULT '' NOT NULL, 
	nick VARCHAR(64) DEFAULT '' NOT NULL, 
	nick_key VARCHAR(64) DEFAULT '' NOT NULL, 
	nick_since BIGINT DEFAULT '0' NOT NULL, 
	balance BIGINT DEFAULT '0' NOT NULL, 
	given BIGINT DEFAULT '0' NOT NULL, 
	gift_day INTEGER DEFAULT '0' NOT NULL, 
	gifts BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_accounts PRIMARY KEY (id), 
	CONSTRAINT uq_accounts_owner UNIQUE (owner), 
	CONSTRAINT ck_accounts_balance_not_negative CHECK (kind = 'house' OR balance >= 0)
);
INSERT INTO "accounts" VALUES(1,'player','guest:net/alice','net','alice','alice',1795494015784,500,1000,0,0);
INSERT INTO "accounts" VALUES(2,'house','house','','','',0,-5400,0,0,0);
INSERT INTO "accounts" VALUES(3,'game','game:holdem','','','',0,1500,0,0,0);
INSERT INTO "accounts" VALUES(4,'player','guest:net/bob','net','bob','bob',1795494015923,500,1000,0,0);
INSERT INTO "accounts" VALUES(5,'player','guest:net/erin','net','erin','erin',1795494016043,500,1000,0,0);
INSERT INTO "accounts" VALUES(6,'player','guest:net/carol','net','carol','carol',1795494017091,770,1105,0,0);
INSERT INTO "accounts" VALUES(7,'game','game:videopoker','','','',0,10,0,0,0);
INSERT INTO "accounts" VALUES(8,'player','guest:net/dora','net','dora','dora',1795494017537,1020,1000,739944,5);
INSERT INTO "accounts" VALUES(9,'game','game:draw','','','',0,600,0,0,0);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE counters (
	name VARCHAR(64) NOT NULL, 
	value BIGINT NOT NULL, 
	CONSTRAINT pk_counters PRIMARY KEY (name)
);
INSERT INTO "counters" VALUES('deal',16);
CREATE TABLE entries (
	id INTEGER NOT NULL, 
	"key" VARCHAR(255) NOT NULL, 
	reason VARCHAR(64) NOT NULL, 
	posted_at BIGINT NOT NULL, 
	CONSTRAINT pk_entries PRIMARY KEY (id), 
	CONSTRAINT uq_entries_key UNIQUE ("key")
);
INSERT INTO "entries" VALUES(1,'start:1','start',1795494015784);
INSERT INTO "entries" VALUES(2,'table:796f33503aad4e8d8269888ea0879a5c:0','buy-in',1795494015828);
INSERT INTO "entries" VALUES(3,'start:4','start',1795494015923);
INSERT INTO "entries" VALUES(4,'table:796f33503aad4e8d8269888ea0879a5c:1','buy-in',1795494015952);
INSERT INTO "entries" VALUES(5,'start:5','start',1795494016043);
INSERT INTO "entries" VALUES(6,'table:796f33503aad4e8d8269888ea0879a5c:3','buy-in',1795494016056);
INSERT INTO "entries" VALUES(7,'start:6','start',1795494017091);
INSERT INTO "entries" VALUES(8,'slot:5:101d0e6ad31f41ca98b55d8005901818','slot',1795494017179);
INSERT INTO "entries" VALUES(9,'slot:7:0b326203d31649ac95335759287b1de6','slot',1795494017239);
INSERT INTO "entries" VALUES(10,'slot:8:f16215b67bc94336a079fcb3d70d09ed','slot',1795494017320);
INSERT INTO "entries" VALUES(11,'daily:6:2026-11-24','daily',1795494017354);
INSERT INTO "entries" VALUES(12,'videopoker:6:097dfb4a4ef7406493f6087b7f16aad4','videopoker',1795494017389);
INSERT INTO "entries" VALUES(13,'videopoker:6:end:d026b457c09b49749870d7454cc4ef29','videopoker',1795494017423);
INSERT INTO "entries" VALUES(14,'videopoker:10:83cef4f323dc40829f07edcf34340d88','videopoker',1795494017502);
INSERT INTO "entries" VALUES(15,'start:8','start',1795494017537);
INSERT INTO "entries" VALUES(16,'table:2bce3610cb3246c383ea2871a7516ba4:0','buy-in',1795494017565);
INSERT INTO "entries" VALUES(17,'table:2bce3610cb3246c383ea2871a7516ba4:13','cash-out',1795494017826);
INSERT INTO "entries" VALUES(18,'gift:e751117b7e724ac0a5385b00ed41f00b','gift',1795494017899);
INSERT INTO "entries" VALUES(19,'table:7834d492759449798df667ffd2f8171f:0','buy-in',1795494017931);
CREATE TABLE games (
	id VARCHAR(255) NOT NULL, 
	kind VARCHAR(64) NOT NULL, 
	player_id INTEGER, 
	held BIGINT NOT NULL, 
	state TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	saved_at BIGINT NOT NULL, 
	CONSTRAINT pk_games PRIMARY KEY (id), 
	CONSTRAINT fk_games_player_id FOREIGN KEY(player_id) REFERENCES accounts (id), 
	CONSTRAINT ck_games_held_not_negative CHECK (held >= 0)
);
INSERT INTO "games" VALUES('table:796f33503aad4e8d8269888ea0879a5c','holdem',NULL,1500,'{"version":1,"place":"channel:net/#kept","game":"holdem","stakes":{"small_bet":10,"big_bet":20,"small_blind":5,"big_blind":10,"ante":0},"duel":false,"seats":{"0":{"nick":"alice","stack":520,"brought":500,"player":"guest:net/alice","address":"~human@127.0.0.1"},"1":{"nick":"bob","stack":470,"brought":500,"player":"guest:net/bob","address":"~human@127.0.0.1"},"2":{"nick":"erin","stack":510,"brought":500,"player":"guest:net/erin","address":"~human@127.0.0.1"}},"positions":{"button":2,"small_blind":0,"big_blind":1,"players":[0,1,2]},"next":"","hand":{"deal":"4","setup":{"game":"holdem","stacks":[520,470,510],"small_bet":10,"big_bet":20,"blinds":[5,10,0],"antes":[],"full_blinds":15,"antes_are_dead":false,"most_bets":4,"asks_showdown":false,"all_in_may_muck":false},"seats":[0,1,2],"seeds":["","",""],"actions":["2 call","0 call","1 check","0 bet 40"],"reasons":[]},"last":["3",[]]}',47,1795494018205);
INSERT INTO "games" VALUES('videopoker:10','videopoker',6,10,'{"version": 1, "stake": 10, "cards": "As 3d 8d Th 6d Qd Jh Ad 2h 9d", "pays": {"royal_flush": 800, "straight_flush": 50, "four_of_a_kind": 25, "full_house": 9, "flush": 6, "straight": 4, "three_of_a_kind": 3, "two_pair": 2, "jacks_or_better": 1, "nothing": 0}}',1,1795494017502);
INSERT INTO "games" VALUES('table:7834d492759449798df667ffd2f8171f','draw',6,600,'{"version":1,"place":"private:guest:net/carol","game":"draw","stakes":{"small_bet":10,"big_bet":0,"small_blind":0,"big_blind":0,"ante":10},"duel":true,"seats":{"0":{"nick":"carol","stack":300,"brought":300,"player":"guest:net/carol","address":"~human@127.0.0.1"},"1":{"nick":"swede","stack":300,"brought":300,"robot":"swede"}},"positions":{"button":0,"small_blind":0,"big_blind":1,"players":[1,0]},"next":"","hand":{"deal":"16","setup":{"game":"draw","stacks":[300,300],"small_bet":10,"big_bet":0,"blinds":[],"antes":[10,10],"full_blinds":0,"antes_are_dead":false,"most_bets":4,"asks_showdown":false,"all_in_may_muck":false},"seats":[1,0],"seeds":["","my lucky socks"],"actions":["0 bet 10"],"reasons":[["swede","bet 10","open: strength 0.317, stake 10, so open"]]},"last":["",[]]}',3,1795494018091);
CREATE TABLE postings (
	entry_id INTEGER NOT NULL, 
	line INTEGER NOT NULL, 
	account_id INTEGER NOT NULL, 
	amount BIGINT NOT NULL, 
	given BIGINT NOT NULL, 
	balance BIGINT NOT NULL, 
	CONSTRAINT pk_postings PRIMARY KEY (entry_id, line), 
	CONSTRAINT fk_postings_entry_id FOREIGN KEY(entry_id) REFERENCES entries (id), 
	CONSTRAINT fk_postings_account_id FOREIGN KEY(account_id) REFERENCES accounts (id), 
	CONSTRAINT ck_postings_moves_something CHECK (amount <> 0 OR given <> 0)
);
INSERT INTO "postings" VALUES(1,0,2,-1000,0,-1000);
INSERT INTO "postings" VALUES(1,1,1,1000,1000,1000);
INSERT INTO "postings" VALUES(2,0,1,-500,0,500);
INSERT INTO "postings" VALUES(2,1,3,500,0,500);
INSERT INTO "postings" VALUES(3,0,2,-1000,0,-2000);
INSERT INTO "postings" VALUES(3,1,4,1000,1000,1000);
INSERT INTO "postings" VALUES(4,0,4,-500,0,500);
INSERT INTO "postings" VALUES(4,1,3,500,0,1000);
INSERT INTO "postings" VALUES(5,0,2,-1000,0,-3000);
INSERT INTO "postings" VALUES(5,1,5,1000,1000,1000);
INSERT INTO "postings" VALUES(6,0,5,-500,0,500);
INSERT INTO "postings" VALUES(6,1,3,500,0,1500);
INSERT INTO "postings" VALUES(7,0,2,-1000,0,-4000);
INSERT INTO "postings" VALUES(7,1,6,1000,1000,1000);
INSERT INTO "postings" VALUES(8,0,6,-20,0,980);
INSERT INTO "postings" VALUES(8,1,2,20,0,-3980);
INSERT INTO "postings" VALUES(9,0,6,-20,0,960);
INSERT INTO "postings" VALUES(9,1,2,20,0,-3960);
INSERT INTO "postings" VALUES(10,0,6,-20,0,940);
INSERT INTO "postings" VALUES(10,1,2,20,0,-3940);
INSERT INTO "postings" VALUES(10,2,2,-40,0,-3980);
INSERT INTO "postings" VALUES(10,3,6,40,0,980);
INSERT INTO "postings" VALUES(11,0,2,-100,0,-4080);
INSERT INTO "postings" VALUES(11,1,6,100,100,1080);
INSERT INTO "postings" VALUES(12,0,6,-5,0,1075);
INSERT INTO "postings" VALUES(12,1,7,5,0,5);
INSERT INTO "postings" VALUES(13,0,7,-5,0,0);
INSERT INTO "postings" VALUES(13,1,2,5,0,-4075);
INSERT INTO "postings" VALUES(14,0,6,-10,0,1065);
INSERT INTO "postings" VALUES(14,1,7,10,0,10);
INSERT INTO "postings" VALUES(15,0,2,-1000,0,-5075);
INSERT INTO "postings" VALUES(15,1,8,1000,1000,1000);
INSERT INTO "postings" VALUES(16,0,8,-200,0,800);
INSERT INTO "postings" VALUES(16,1,3,200,0,1700);
INSERT INTO "postings" VALUES(16,2,2,-200,0,-5275);
INSERT INTO "postings" VALUES(16,3,3,200,0,1900);
INSERT INTO "postings" VALUES(17,0,3,-225,0,1675);
INSERT INTO "postings" VALUES(17,1,8,225,0,1025);
INSERT INTO "postings" VALUES(17,2,3,-175,0,1500);
INSERT INTO "postings" VALUES(17,3,2,175,0,-5100);
INSERT INTO "postings" VALUES(18,0,8,-5,0,1020);
INSERT INTO "postings" VALUES(18,1,6,5,5,1070);
INSERT INTO "postings" VALUES(19,0,6,-300,0,770);
INSERT INTO "postings" VALUES(19,1,9,300,0,300);
INSERT INTO "postings" VALUES(19,2,2,-300,0,-5400);
INSERT INTO "postings" VALUES(19,3,9,300,0,600);
CREATE TABLE results (
	account_id INTEGER NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	played BIGINT NOT NULL, 
	won BIGINT NOT NULL, 
	staked BIGINT NOT NULL, 
	paid BIGINT NOT NULL, 
	best BIGINT NOT NULL, 
	CONSTRAINT pk_results PRIMARY KEY (account_id, game), 
	CONSTRAINT fk_results_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
INSERT INTO "results" VALUES(4,'holdem',3,0,30,0,0);
INSERT INTO "results" VALUES(1,'holdem',3,2,30,50,30);
INSERT INTO "results" VALUES(5,'holdem',2,1,20,30,30);
INSERT INTO "results" VALUES(6,'slot',3,1,60,40,40);
INSERT INTO "results" VALUES(6,'videopoker',1,0,5,0,0);
INSERT INTO "results" VALUES(8,'holdem',5,4,35,60,20);
CREATE TABLE seeds (
	player_id INTEGER NOT NULL, 
	seed TEXT NOT NULL, 
	set_at BIGINT NOT NULL, 
	CONSTRAINT pk_seeds PRIMARY KEY (player_id), 
	CONSTRAINT fk_seeds_player_id FOREIGN KEY(player_id) REFERENCES accounts (id)
);
INSERT INTO "seeds" VALUES(6,'my lucky socks',1795494017149);
CREATE TABLE shuffles (
	id INTEGER NOT NULL, 
	deal_id VARCHAR(255) NOT NULL, 
	kind VARCHAR(64) NOT NULL, 
	player_id INTEGER, 
	place VARCHAR(255) NOT NULL, 
	commitment TEXT NOT NULL, 
	secret TEXT NOT NULL, 
	proof TEXT, 
	revealed BOOLEAN DEFAULT 0 NOT NULL, 
	committed_at BIGINT NOT NULL, 
	CONSTRAINT pk_shuffles PRIMARY KEY (id), 
	CONSTRAINT uq_shuffles_deal_id UNIQUE (deal_id), 
	CONSTRAINT fk_shuffles_player_id FOREIGN KEY(player_id) REFERENCES accounts (id)
);
INSERT INTO "shuffles" VALUES(1,'1','holdem',NULL,'channel:net/#kept','c2bc20b0802e1409c864dc027f3efb294e883d9c23bad94647b6383f96657a11','9cce8c15ddf88ea83509bf81b5609cff05d385846e2767f7cb7f1653b2a78c36','{"seeds": ["", ""], "deck": "9d9s7hAc3hAd4sKs8d5cQh8hQcQs6sJd6h5d4c2s3sTdTc7d4hTh4dQdAh6d3c5s8s7c9h9c2hAs8cJc5h3d7s6c2dKd2cKcJsJhTsKh"}',0,1795494015828);
INSERT INTO "shuffles" VALUES(2,'2','holdem',NULL,'channel:net/#kept','8b569cbfe4d7e107d06e1d94d772197fb9a1d7dcc813e133390e37c2b7e3900b','f0bbfd4cfd46de62bcda039dcc4e2e8f23bd28e9e8a6f406f9d42ff760896462','{"seeds": ["", "", ""], "deck": "9s9hTs3s8s9d5c6c7hTc4s3c2c6dKhQd8h7c6h4c2dJhAdKs8dAs3dQh7d5sKd2h2sQc5dAh4hQsAcTh3hJcJs5h6sTdJd8c4d9cKc7s"}',0,1795494016383);
INSERT INTO "shuffles" VALUES(3,'3','holdem',NULL,'channel:net/#kept','e287aeb377a3f7aeab3ec5803da12800dea1c9ab3f28a77e5ed3e1c30305d1f4','0e0ff9b254c0a9c6fc6f7d64e1e0b95dc9335325d29649d5887c9ecf64c2ee62','{"seeds": ["", "", ""], "deck": "8s5c8h4hQsTd4s7sJcQd4dTsAsJhAd6s3c9h3d2hTcKcThQhAh5s5h4c2dKd8c6d8dJs7hKh3s5d6cQc2c3h9sAc7d7c9cJd6hKs9d2s"}',0,1795494016761);
INSERT INTO "shuffles" VALUES(4,'4','holdem',NULL,'channel:net/#kept','1cec9c29ee0bcef874ae3be80929b8477f2cf5f672d170accb43f62dc8bfa265','f73afa14c6d103d3a700aa6ab87db1d1de97ea1563287776fa31a5e0931a6bc4','{"seeds": ["", "", ""], "deck": "Jc7sTsKs4d8c9s4h4s6d2h9hKd3s8hKcTdAhQh2sQs6cTcKh7dJsQdQc8s9d7hAdAs4c3h5d5h8dJdTh7c3c2d6s3d5s9cAcJh5c2c6h"}',0,1795494017035);
INSERT INTO "shuffles" VALUES(5,'5','slot',6,'','fcd2f089ce25210f4af6cef1b80a88891cdc56907ef469c190a9d46c4f375b8d','058297fbbe510a3309263f8674f32ee7e648acd07a587ada1b38553af03cfc7c','{"seeds": ["my lucky socks"], "deck": "6d5cTdAs3c4sTsAd6sQhKcKh8c4dQs5hQc8sJcJs4h4c2d6h7s5d3hKd9hThAc3d8hJh2sAh9c7dJdTc2c7c8d9s9dKs5s3s6c2hQd7h"}',1,1795494017111);
INSERT INTO "shuffles" VALUES(6,'6','videopoker',6,'','9d49b5f4de2a210248ec2c3e4761ff283f87e183200a18ee4733327a07ec5992','f4f76a0056d5ce6c05ff633f91514c1d7675046c42869edb05bbd76db120f95a','{"seeds": ["my lucky socks"], "deck": "8c5s8d9d4d6dTc3sQs5dQc3d9hJc3c4c5c7dJs9c7cQdTdJd9sAd2s3h2h5hThTs4hAcQh6h6s2c2d8h6cJhAsKd8s7s7h4sAhKhKcKs"}',1,1795494017139);
INSERT INTO "shuffles" VALUES(7,'7','slot',6,'','1fc7eb4df989ad4a840a200569e45991ea4e835dcb839b2853be10fa21d10d4a','6ff6328904acdcb814cd03340c7414a0b54bb41622a53e85c7a6360ee37566a6','{"seeds": ["my lucky socks"], "deck": "2dQc7h6d7s3dJh4hKs9c6sTdJd4s9h6cQd5cAdKc5hQs2hAsJcTsAhThQh4cJs8sKd3c3hAc6h5d7cTc9s3s4d9d8c2s2c7dKh8h8d5s"}',1,1795494017179);
INSERT INTO "shuffles" VALUES(8,'8','slot',6,'','92546046b29a264f16ebb475eb125d4f7bf4a49206428aa89d7d7aaf40091033','1069cd140ed91fe097722e2b54d789779ae8f7b4ec233a2f3996113d0b4e0ca9','{"seeds": ["my lucky socks"], "deck": "2dJhJd7hQcKhJc3h5s4dQs3d6s8hTh5d2s7dQd7cTdTc7s8c3c5h5cAc6c9d9sAd6dKd9h2hAsTs3s4s4hJs4c9c2cKs8dKcAh8s6hQh"}',1,1795494017239);
INSERT INTO "shuffles" VALUES(9,'9','slot',6,'','94cba45461bb59fed4bd6f782d23a5c309505b2f2c6e6a0b22a0f057b5d52b5a','28f6381f88c784fd2301e133ecc14294cdac7ea99fcc2269cc3102674282f861',NULL,0,1795494017320);
INSERT INTO "shuffles" VALUES(10,'10','videopoker',6,'','9cfecc638bbdb429976ce02d98f26ec25437f7f46636e4f0348e8baf3f7a5aa4','c38b4238b080c21ea1fd738f77a3c559e6213bf0638846f36a93abff40307ad0','{"seeds": ["my lucky socks"], "deck": "As3d8dTh6dQdJhAd2h9d7c8c5h2s2c7sKc2d7dTd9h4h8s5dAc6c3cAhTc7h8hJs5s5c4dQs6sJdTsKhQc4cKs9c3hKdJc3s9s6h4sQh"}',0,1795494017423);
INSERT INTO "shuffles" VALUES(11,'11','holdem',8,'','abd9e96fee4c0779f45c641867614e422bf06f8d6a31947ae47c10ef6ed3fd12','3654564ff0933663f4aa6140a8dba6039d3d8f5f05e78377881d2bafe3de4604','{"seeds": ["", ""], "deck": "Th6c6d5d9h5s4h6h2h6sTcAd3hJs8h3c4cJc5h5c7cKd7d8cKcAs9s2sQc3sQsAh4sAc9d8s4d9cTd2c7sKs8dQdKhJd2dJh7h3dQhTs"}',1,1795494017565);
INSERT INTO "shuffles" VALUES(12,'12','holdem',8,'','567f0908d9af0d436a6e2eaba2c5346d9dddbcab297c7b82d97196d10e5a42ad','9014f21edd0e8af7bdfac304fbf60cb066d6060392ebf5edaf452432e51f083a','{"seeds": ["", ""], "deck": "8cAd2hAh4sJcQd8s2s2dTcAcKc5h6h3dQsQc7h5cTh8h5sJsKs3h4c3c6c9s5d9d6s2c7sKd7c3sJdTsTdAs4d9h4h6dQh8d7d9cKhJh"}',1,1795494017628);
INSERT INTO "shuffles" VALUES(13,'13','holdem',8,'','674c61fdf0643eec7691f9cf23262c59ea1508cfacf8956ec6f823dd5cd6b4ed','ea0074ab48bb482350faaedd1b5630fd8be7f6c3bf5e314eacc77380c7d201f0','{"seeds": ["", ""], "deck": "AsAd7d9cTc2c8c4s4dAc3h6s8h2sKc2hThTsQd6d9d9h3d5c3c4cJsAhTd2d7h7sKhQs5s8sKdJh7c5d6c3s5hQhKs9sJdJc4h6h8dQc"}',1,1795494017674);
INSERT INTO "shuffles" VALUES(14,'14','holdem',8,'','56c4771c1023a30b013f6813425391d03432b90c128f9f179561685ff8d8a360','fa53533db4f677d3ba0ba562a478ce9173535c94d7ef3b66c7bfde2b83adfce2','{"seeds": ["", ""], "deck": "4d3d3h8c5s6s5hQcKh7c4s5cJh3c2hKcJsAdTsTc9h8h9d2cKd4c2s7d7s8s8dQd4h6cAsAc5d9sThQs9cAh7hJdJcKsQh6h3s6dTd2d"}',1,1795494017730);
INSERT INTO "shuffles" VALUES(15,'15','holdem',8,'','584e9ebf62770cee021a22c71c13918519db0ead6f4ee0c520d59743330a88d1','68651e85644160ce6ad499ada35802b96e1daf6bb5cfc285552d483e5be5691f','{"seeds": ["", ""], "deck": "5d6s9h6c3h3cKdJh2hKh7d8cTs5sJs4dAhJc5c2dQcJdKs4sAcAsKcQhTdThTc2s2cQsAd8d4h7s8s3dQd9d9c7c8h5h3s4c7h6h6d9s"}',1,1795494017777);
INSERT INTO "shuffles" VALUES(16,'16','draw',6,'','b2eeb5a30e3fa67cb226e93f4e646c48fd3d0a22c310b6fc6482161fd2ec10f0','7b0950fdcae4039742afd3c9e896d5c372317e1037179cb7a7445757ae9d8a2f','{"seeds": ["", "my lucky socks"], "deck": "ThTd4h8h3h9d2d5d2cJhKhAhQs9s3c6s2h8c7d7hQh4d5h9h5cAd7cKs4sQcQd5s7sKdTs8d8sJsTc6h3dAcJd6c3s2sAs6d9cJc4cKc"}',0,1795494017931);
CREATE INDEX ix_accounts_richest ON accounts (kind, balance DESC, id);
CREATE INDEX ix_accounts_richest_there ON accounts (network, balance DESC, id);
CREATE INDEX ix_accounts_nick ON accounts (network, nick_key, nick_since);
CREATE INDEX ix_postings_account ON postings (account_id, entry_id);
CREATE INDEX ix_games_kind ON games (kind, player_id);
CREATE INDEX ix_games_player ON games (player_id);
CREATE INDEX ix_shuffles_player ON shuffles (player_id, committed_at, id);
CREATE INDEX ix_shuffles_place ON shuffles (place, committed_at, id);
CREATE INDEX ix_shuffles_unused ON shuffles (player_id, place, kind) WHERE proof IS NULL;
COMMIT;
