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
INSERT INTO "accounts" VALUES(1,'player','guest:net/alice','net','alice','alice',1795306093289,500,1000,0,0);
INSERT INTO "accounts" VALUES(2,'house','house','','','',0,-5400,0,0,0);
INSERT INTO "accounts" VALUES(3,'game','game:holdem','','','',0,1500,0,0,0);
INSERT INTO "accounts" VALUES(4,'player','guest:net/bob','net','bob','bob',1795306093327,500,1000,0,0);
INSERT INTO "accounts" VALUES(5,'player','guest:net/erin','net','erin','erin',1795306093362,500,1000,0,0);
INSERT INTO "accounts" VALUES(6,'player','guest:net/carol','net','carol','carol',1795306094089,770,1105,0,0);
INSERT INTO "accounts" VALUES(7,'game','game:videopoker','','','',0,10,0,0,0);
INSERT INTO "accounts" VALUES(8,'player','guest:net/dora','net','dora','dora',1795306094286,1020,1000,739942,5);
INSERT INTO "accounts" VALUES(9,'game','game:draw','','','',0,600,0,0,0);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
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
INSERT INTO "entries" VALUES(1,'start:1','start',1795306093289);
INSERT INTO "entries" VALUES(2,'table:9dea9dd3f9d44c449e2b38cc87f4b8f1:0','buy-in',1795306093312);
INSERT INTO "entries" VALUES(3,'start:4','start',1795306093327);
INSERT INTO "entries" VALUES(4,'table:9dea9dd3f9d44c449e2b38cc87f4b8f1:1','buy-in',1795306093332);
INSERT INTO "entries" VALUES(5,'start:5','start',1795306093362);
INSERT INTO "entries" VALUES(6,'table:9dea9dd3f9d44c449e2b38cc87f4b8f1:4','buy-in',1795306093375);
INSERT INTO "entries" VALUES(7,'start:6','start',1795306094089);
INSERT INTO "entries" VALUES(8,'slot:5:c253c5ee486c4d25809ce522d8375b5c','slot',1795306094151);
INSERT INTO "entries" VALUES(9,'slot:7:d8b9538be59d44b79f948ffb994eb529','slot',1795306094177);
INSERT INTO "entries" VALUES(10,'slot:8:087a607b5ddd47ad9dde3346cbd4d114','slot',1795306094198);
INSERT INTO "entries" VALUES(11,'daily:6:2026-11-22','daily',1795306094212);
INSERT INTO "entries" VALUES(12,'videopoker:6:00b1e349a48a47c781be6d99b3b1759a','videopoker',1795306094217);
INSERT INTO "entries" VALUES(13,'videopoker:6:end:2fcad895f81f4b85a33e015c2b7f24dc','videopoker',1795306094234);
INSERT INTO "entries" VALUES(14,'videopoker:10:2b74fa3be9aa4cd1ae0fd347080fa1c2','videopoker',1795306094263);
INSERT INTO "entries" VALUES(15,'start:8','start',1795306094286);
INSERT INTO "entries" VALUES(16,'table:7c5c7e4e72c044199d2d4a7c6eacbd3c:0','buy-in',1795306094311);
INSERT INTO "entries" VALUES(17,'table:7c5c7e4e72c044199d2d4a7c6eacbd3c:13','cash-out',1795306094481);
INSERT INTO "entries" VALUES(18,'gift:532ebe3eabac4e20aaaab4dd3d073a94','gift',1795306094530);
INSERT INTO "entries" VALUES(19,'table:1f3ff3eed5b24e2b9158b01f936d42de:0','buy-in',1795306094545);
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
INSERT INTO "games" VALUES('table:9dea9dd3f9d44c449e2b38cc87f4b8f1','holdem',NULL,1500,'{"version":1,"place":"channel:net/#kept","game":"holdem","stakes":{"small_bet":10,"big_bet":20,"small_blind":5,"big_blind":10,"ante":0},"duel":false,"seats":{"0":{"nick":"alice","stack":480,"brought":500,"player":"guest:net/alice","address":"~human@127.0.0.1"},"1":{"nick":"bob","stack":530,"brought":500,"player":"guest:net/bob","address":"~human@127.0.0.1"},"2":{"nick":"erin","stack":490,"brought":500,"player":"guest:net/erin","address":"~human@127.0.0.1"}},"positions":{"button":2,"small_blind":0,"big_blind":1,"players":[0,1,2]},"next":"","hand":{"deal":"4","setup":{"game":"holdem","stacks":[480,530,490],"small_bet":10,"big_bet":20,"blinds":[5,10,0],"antes":[],"full_blinds":15,"antes_are_dead":false,"most_bets":4,"asks_showdown":false,"all_in_may_muck":false},"seats":[0,1,2],"seeds":["","",""],"actions":["2 call","0 call","1 check","0 bet 40"],"reasons":[]},"last":["3",[]]}',47,1795306094681);
INSERT INTO "games" VALUES('seed:b1f85ebdd1e04daea3d4e14d69b47e72','seed',6,0,'my lucky socks',1,1795306094128);
INSERT INTO "games" VALUES('videopoker:10','videopoker',6,10,'{"version": 1, "stake": 10, "cards": "3h 7d 9s Th 6h 7h Tc 5d 8h As", "pays": {"royal_flush": 800, "straight_flush": 50, "four_of_a_kind": 25, "full_house": 9, "flush": 6, "straight": 4, "three_of_a_kind": 3, "two_pair": 2, "jacks_or_better": 1, "nothing": 0}}',1,1795306094263);
INSERT INTO "games" VALUES('table:1f3ff3eed5b24e2b9158b01f936d42de','draw',6,600,'{"version":1,"place":"private:guest:net/carol","game":"draw","stakes":{"small_bet":10,"big_bet":0,"small_blind":0,"big_blind":0,"ante":10},"duel":true,"seats":{"0":{"nick":"carol","stack":300,"brought":300,"player":"guest:net/carol","address":"~human@127.0.0.1"},"1":{"nick":"swede","stack":300,"brought":300,"robot":"swede"}},"positions":{"button":0,"small_blind":0,"big_blind":1,"players":[1,0]},"next":"","hand":{"deal":"16","setup":{"game":"draw","stacks":[300,300],"small_bet":10,"big_bet":0,"blinds":[],"antes":[10,10],"full_blinds":0,"antes_are_dead":false,"most_bets":4,"asks_showdown":false,"all_in_may_muck":false},"seats":[1,0],"seeds":["","my lucky socks"],"actions":["0 bet 11"],"reasons":[["swede","bet 11","open: strength 0.326, stake 11, so open"]]},"last":["",[]]}',3,1795306094596);
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
INSERT INTO "results" VALUES(4,'holdem',3,2,30,60,30);
INSERT INTO "results" VALUES(1,'holdem',3,0,30,10,10);
INSERT INTO "results" VALUES(5,'holdem',2,0,20,10,10);
INSERT INTO "results" VALUES(6,'slot',3,1,60,40,40);
INSERT INTO "results" VALUES(6,'videopoker',1,0,5,0,0);
INSERT INTO "results" VALUES(8,'holdem',5,4,35,60,20);
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
INSERT INTO "shuffles" VALUES(1,'1','holdem',NULL,'channel:net/#kept','c13679768e0aa9403dd97148a26f6511f13e0769a69ed86cb0453bbeb5e0af35','35942eba3791bc37515bd58db61349a85336cbd8294f59f66c53d5fad99b8a4e','{"seeds": ["", ""], "deck": "2h6hKc7c9dKd5s2c4h4s3sAs8c9c4cQh5c4d3dQdQc3c6cAdKh7d8d6sTc5hJc5dJdAcTs3h8hThKsJh2s2dTdAh8sJs7s9s7h6dQs9h"}',0,1795306093312);
INSERT INTO "shuffles" VALUES(2,'2','holdem',NULL,'channel:net/#kept','5642777c428bd7a4222848a01c18d37e7722ee081452f9fa183fd6b0ba5f0e30','9214e0d3c3621c3333fcfbba7aa308d2811c03733b44e25daa64063794a689f6','{"seeds": ["", "", ""], "deck": "JcTs2s9c5cQc6h4sAh5d7s2c8hJsKc7hJd5sAs8c4hKh5h2dQh8sTh9s3hQd3c7dTdKd6s6c7c4dAdJh6dTc3s9d4c8dAc2hQs3d9hKs"}',0,1795306093563);
INSERT INTO "shuffles" VALUES(3,'3','holdem',NULL,'channel:net/#kept','b6b6ed5554110c144a5396487edb2ed07c90933913ab065a3f3187242923e493','623f3095715c1599f672272735317860e574e31f7e8cba5706e80e47e6c81bee','{"seeds": ["", "", ""], "deck": "4h5s8s5h9h4cJs9dJdTdJh4d2d7d8d8hTh6cQd7c7sAhTc4s5dQcKh6sTs2hKd3h3dKc9cAd3c9sAcKsJc2c8c6d7h2sQh5cQs3sAs6h"}',0,1795306093829);
INSERT INTO "shuffles" VALUES(4,'4','holdem',NULL,'channel:net/#kept','99b6d1015542d829bb34c4fb948abc54d322df79089134df4f6224ab84b62fd6','03f959c7e617717e8e3c4350ebb2c12da02f2b217b5db250bd431416b8c112eb','{"seeds": ["", "", ""], "deck": "8cTd3d9c9d4hQh6s2h4cQd2cAc9hThJhKd6d5hAh3c5sAdAs6c4d3sJd2sTc8s5c2d7hKcQs4s9s7d7sKsKh7c8h5dJsTs8d6hQc3hJc"}',0,1795306094056);
INSERT INTO "shuffles" VALUES(5,'5','slot',6,'','81416fb29c6cba9c8e00a38ddb6f105b0155632f6a267e6edb50bc4fd752512f','18d8b55fa36e036f583b90dfa51f06d14c803ba113b3ec0d80ba37087ab2f596','{"seeds": ["my lucky socks"], "deck": "2h8cQs9d3d9c3h7d7s5h6d3c5dJs8hKdTs2s4dTh4sTc7c9sQdAd8s2d6sQhJd8d7hKcJc9h3s4cKs5cJh5sKh6hAsAc4hQc6cTdAh2c"}',1,1795306094103);
INSERT INTO "shuffles" VALUES(6,'6','videopoker',6,'','7b5196e4411653e28f7480b7c97c06ca3309c69c9c4c5de8d28789c29c673e47','d23ec38495e718bebb253799ba1878a112c845faff573c2860d1f7ac2649b985','{"seeds": ["my lucky socks"], "deck": "As6cKh3sTsQc2c4h7sAc7h4d7d8dTdJhAh4s8s4c3h9hThJc2sQd9c5c2d7c6sQhKc8c3cAdKs5h2hJd8h6d6hJsTc3dQs9s5s5dKd9d"}',1,1795306094111);
INSERT INTO "shuffles" VALUES(7,'7','slot',6,'','20feb8abc98a096f16541255664856589c3fadd81d428a77b728cebad6ea4d44','78e1d4544d02fe1412bd2a5e527f37711cb56151f79fd37b24a7a85e3f3cbbc6','{"seeds": ["my lucky socks"], "deck": "7h2cJdAh3h2d9hAs9cQs5s7s6cThKcTcJcJs4h5d8s2h6hTd6sTs6dAd8hQcAc4s3dKh8c3cKd8d9d7d2sKsQdJh7cQh5c3s5h4c9s4d"}',1,1795306094151);
INSERT INTO "shuffles" VALUES(8,'8','slot',6,'','500c7ab4850fb2426c581e745896e18ac4a1c199769e9946cb5bbc7f06c36a96','f0e4b594f5da984d76314a64c87ccc0f40fd4ba896d7c583781a09dc84e59f02','{"seeds": ["my lucky socks"], "deck": "9cQsQdAd5s4d9s3dTcKc6d4c8s7hTd6c4s7cQhTs6sAs8c7d3cAc9h6h3hAh2cThJs8d7sJcKd5cKs2d9dQc8hJh3s2hKh5h5d4hJd2s"}',1,1795306094177);
INSERT INTO "shuffles" VALUES(9,'9','slot',6,'','556322c38512d2ea86407b1110ae6d955490966231dc75941a094959b1802bc1','b3a52374f646e7ba22b3191e3c57aefa5892c1b0a010a8a2e872a7e9993807b3',NULL,0,1795306094198);
INSERT INTO "shuffles" VALUES(10,'10','videopoker',6,'','19decd411dfd983e0a15dc9adec408bedece2673db26f9c1e0530d7bd6c6d0ea','26ee0a754bfb503ac1208bb6139a83850ee0cb3d79fcb1dc8607c3dc6721fcea','{"seeds": ["my lucky socks"], "deck": "3h7d9sTh6h7hTc5d8hAsJdAd8cTd6cQdKh9c9d7sAcJhAh6d3c4d9h4hKs3s5cJcKd5h2c8s5s4s8d7c4c3d6s2s2hQs2dJsTsKcQhQc"}',0,1795306094234);
INSERT INTO "shuffles" VALUES(11,'11','holdem',8,'','f187c2abf3a052a71667e2268e352560a008fc28d74bb211e67fbe14cb372ea4','7f758a1f0efa1cd01739ac328d65a0973d4f52db6bbb63ebf3e8d5b731e34d98','{"seeds": ["", ""], "deck": "9h2s4d3s4h3dAsJdQh2h6h9d7d3hAc6cJsTdQc9c8sKh5s8c3c5dKcAhAd4cTcKs5c7c7sQd6dJc7h8d2cTsQs8h9s6sKdTh2d5h4sJh"}',1,1795306094311);
INSERT INTO "shuffles" VALUES(12,'12','holdem',8,'','a99010c9b11b642b678240b7f6b81aad38192aaf3c0bfe8d16bbeb842a40ee63','281b1d410cd6fd21798039ec5854f89a8353609fc2abf6dca4a0bc13fdf9eb32','{"seeds": ["", ""], "deck": "Jc7sAcQsQh7d8c8hJs5dTd6c2c9c9d9sAsAh2hAd4d8s4h2sQd3c9h6d5h5c3sThQcJdTs8d5s2dKhKs6h4s7c3d3h6s4cKcKdJhTc7h"}',1,1795306094355);
INSERT INTO "shuffles" VALUES(13,'13','holdem',8,'','37331568021375ff5d09b7ac27d0c87564d7c1e56af650160017d596ea96cae4','f8bf9a4a06d0f1f843066b46a01bd23c6f4364b65f8b0466a55af9459312dfa1','{"seeds": ["", ""], "deck": "Qc3hJsThQd8c5cKs7dKhKd4c9s6s8s9d8dKcJc7h2h4dJdAh6c6d5sJh2c4sTd5hQsAcAd7c2d6hTcTsAs3d3s7s8h3c9c5d2s9hQh4h"}',1,1795306094399);
INSERT INTO "shuffles" VALUES(14,'14','holdem',8,'','b2e487e9927e9dcdb2f27984d904dd87cf10bd02bae742a669a9479b9822e4a5','0f6f45b149b91aca5bbc97647fb1e62b8d883e69d719a2b566a42b7e56fd712e','{"seeds": ["", ""], "deck": "6d4c6s8s4d8d7s3cTcJd3h9d7c5d5hTdQc5c9c6h2s7hTs9h7dAcQd2hKcJh2cJs8c5sKs4hJc3dAd6c9s2dQh4sKhQsAhKd3sTh8hAs"}',1,1795306094434);
INSERT INTO "shuffles" VALUES(15,'15','holdem',8,'','16b9321732e738d304c15b0dde0e7163f625cd8a4eda68d773816565100209dc','33b4c88310697453d26c5718eff2c49987924f675df34c5ccb9f5d338a43451f','{"seeds": ["", ""], "deck": "9h2cJcAhTcQs7s9cKc8hTs3s2hJd5d4cThKd2sQd8d4dJs2d5s7dAcQc3hTd9dAs8s7h4h3c3dKh6hAdKs6s6c7c6dJh5h9s8c4s5cQh"}',1,1795306094445);
INSERT INTO "shuffles" VALUES(16,'16','draw',6,'','22e33adf7185b9a4eef1bdbae7bca554ef80432c991bf640d75cc935a13b96d9','3b7eb57d73f9317500fa5bf8bb71236e80eb7f91fc226ddf5331bd69eb846b89','{"seeds": ["", "my lucky socks"], "deck": "QhTdAcKd4cTcKhJc5c5d5s2d9hJs6hTh2sJd9d7dQs8c6d7s4h4s3s8s4d8dAs2cQd6c9s3hAhQc7c3d5h3cKc7hJhKs9c2h8h6sTsAd"}',0,1795306094545);
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
