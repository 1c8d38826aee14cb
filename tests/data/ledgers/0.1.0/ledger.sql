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
	gift_day INTEGER DEFAULT '0' NOT NULL, 
	gifts BIGINT DEFAULT '0' NOT NULL, 
	opened_at BIGINT DEFAULT '0' NOT NULL, 
	code VARCHAR(64) DEFAULT '' NOT NULL, 
	has_merged BOOLEAN DEFAULT 0 NOT NULL, 
	refill_day INTEGER DEFAULT '0' NOT NULL, 
	refills INTEGER DEFAULT '0' NOT NULL, 
	refilled_at BIGINT DEFAULT '0' NOT NULL, 
	refilled BIGINT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_accounts PRIMARY KEY (id), 
	CONSTRAINT uq_accounts_owner UNIQUE (owner), 
	CONSTRAINT ck_accounts_balance_not_negative CHECK (kind = 'house' OR balance >= 0)
);
INSERT INTO "accounts" VALUES(1,'player','guest:net/alice!~human@127.0.0.1','net','alice','alice',1795877792544,500,0,0,1795877792544,'',0,0,0,0,0);
INSERT INTO "accounts" VALUES(2,'house','house','','','',0,-5640,0,0,0,'',0,0,0,0,0);
INSERT INTO "accounts" VALUES(3,'game','game:holdem','','','',0,1500,0,0,0,'',0,0,0,0,0);
INSERT INTO "accounts" VALUES(4,'player','guest:net/bob!~human@127.0.0.1','net','bob','bob',1795877792713,500,0,0,1795877792713,'',0,0,0,0,0);
INSERT INTO "accounts" VALUES(5,'player','guest:net/erin!~human@127.0.0.1','net','erin','erin',1795877792809,500,0,0,1795877792809,'',0,0,0,0,0);
INSERT INTO "accounts" VALUES(6,'player','guest:net/carol!~human@127.0.0.1','net','carol','carol',1795877793907,1005,0,0,1795877793907,'',0,0,0,0,0);
INSERT INTO "accounts" VALUES(7,'game','game:videopoker','','','',0,10,0,0,0,'',0,0,0,0,0);
INSERT INTO "accounts" VALUES(8,'player','guest:net/dora!~human@127.0.0.1','net','dora','dora',1795877794236,1025,0,0,1795877794236,'',0,0,0,0,0);
INSERT INTO "accounts" VALUES(9,'game','game:draw','','','',0,600,0,0,0,'',0,0,0,0,0);
CREATE TABLE admin_log (
	id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	who VARCHAR(255) NOT NULL, 
	place VARCHAR(255) NOT NULL, 
	text TEXT NOT NULL, 
	outcome TEXT NOT NULL, 
	CONSTRAINT pk_admin_log PRIMARY KEY (id)
);
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num));
INSERT INTO "alembic_version" VALUES('0013');
CREATE TABLE channel_settings (
	network VARCHAR(255) NOT NULL, 
	channel VARCHAR(255) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	value TEXT NOT NULL, 
	set_by VARCHAR(255) NOT NULL, 
	set_at BIGINT NOT NULL, 
	CONSTRAINT pk_channel_settings PRIMARY KEY (network, channel, name)
);
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
INSERT INTO "entries" VALUES(1,'start:1','start',1795877792544);
INSERT INTO "entries" VALUES(2,'table:9f6ffefdcaf342d29d09a3b8151b4482:0','buy-in',1795877792637);
INSERT INTO "entries" VALUES(3,'start:4','start',1795877792713);
INSERT INTO "entries" VALUES(4,'table:9f6ffefdcaf342d29d09a3b8151b4482:1','buy-in',1795877792736);
INSERT INTO "entries" VALUES(5,'start:5','start',1795877792809);
INSERT INTO "entries" VALUES(6,'table:9f6ffefdcaf342d29d09a3b8151b4482:3','buy-in',1795877792839);
INSERT INTO "entries" VALUES(7,'start:6','start',1795877793907);
INSERT INTO "entries" VALUES(8,'slot:5:5306d9d3d30d4cf68f67822983b84c54','slot',1795877793998);
INSERT INTO "entries" VALUES(9,'slot:7:258c64923b0e4cd7bc2f2e30689f9144','slot',1795877794042);
INSERT INTO "entries" VALUES(10,'slot:8:0e27f3f912194ee79781ad6d15ef9268','slot',1795877794079);
INSERT INTO "entries" VALUES(11,'daily:6:2026-11-28','daily',1795877794114);
INSERT INTO "entries" VALUES(12,'videopoker:6:1dd9dacff43a4a47b45f1021b5465297','videopoker',1795877794140);
INSERT INTO "entries" VALUES(13,'videopoker:6:end:506d9bc45017469293ced7aea163f408','videopoker',1795877794179);
INSERT INTO "entries" VALUES(14,'videopoker:10:8d47a85b699d432f9bb358f9ecf130df','videopoker',1795877794220);
INSERT INTO "entries" VALUES(15,'start:8','start',1795877794236);
INSERT INTO "entries" VALUES(16,'table:021471c974ee4baaac0e3be9b43357aa:0','buy-in',1795877794287);
INSERT INTO "entries" VALUES(17,'table:021471c974ee4baaac0e3be9b43357aa:10','cash-out',1795877794653);
INSERT INTO "entries" VALUES(18,'table:a3e0981f929f46a89813d4afa7f3890d:0','buy-in',1795877794776);
CREATE TABLE games (
	id VARCHAR(255) NOT NULL, 
	kind VARCHAR(64) NOT NULL, 
	player_id INTEGER, 
	held BIGINT NOT NULL, 
	state TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	saved_at BIGINT NOT NULL, 
	CONSTRAINT pk_games PRIMARY KEY (id), 
	CONSTRAINT ck_games_held_not_negative CHECK (held >= 0), 
	CONSTRAINT fk_games_player_id FOREIGN KEY(player_id) REFERENCES accounts (id)
);
INSERT INTO "games" VALUES('table:9f6ffefdcaf342d29d09a3b8151b4482','holdem',NULL,1500,'{"version":2,"place":"channel:net/#kept","game":"holdem","stakes":{"small_bet":10,"big_bet":20,"small_blind":5,"big_blind":10,"ante":0},"policy":"cash game","seats":{"0":{"nick":"alice","stack":490,"buy_in":500,"player":"guest:net/alice!~human@127.0.0.1","time_banks":2,"address":"~human@127.0.0.1","opponent_key":"guest:net/alice"},"1":{"nick":"bob","stack":530,"buy_in":500,"player":"guest:net/bob!~human@127.0.0.1","time_banks":2,"address":"~human@127.0.0.1","opponent_key":"guest:net/bob"},"2":{"nick":"erin","stack":480,"buy_in":500,"player":"guest:net/erin!~human@127.0.0.1","time_banks":2,"address":"~human@127.0.0.1","opponent_key":"guest:net/erin"}},"positions":{"button":2,"small_blind":0,"big_blind":1,"players":[0,1,2]},"next_deal":"","hand":{"deal_id":"4","setup":{"game":"holdem","stacks":[490,530,480],"small_bet":10,"big_bet":20,"blinds":[5,10,0],"antes":[],"full_blinds":15,"antes_are_dead":false,"bet_cap":4,"asks_showdown":false,"all_in_may_muck":false},"seats":[0,1,2],"seeds":["","",""],"actions":["2 call","0 call","1 check","0 bet 40"],"reasons":[]},"last_deal":"3","last_reasons":[]}',43,1795877794899);
INSERT INTO "games" VALUES('videopoker:10','videopoker',6,10,'{"version": 1, "stake": 10, "cards": "8c 2h Jd 7d 4d Kc 7s 7h 2c 3s", "pays": {"royal_flush": 800, "straight_flush": 50, "four_of_a_kind": 25, "full_house": 9, "flush": 6, "straight": 4, "three_of_a_kind": 3, "two_pair": 2, "jacks_or_better": 1, "nothing": 0}}',1,1795877794220);
INSERT INTO "games" VALUES('table:a3e0981f929f46a89813d4afa7f3890d','draw',6,600,'{"version":2,"place":"private:guest:net/carol!~human@127.0.0.1","game":"draw","stakes":{"small_bet":10,"big_bet":0,"small_blind":0,"big_blind":0,"ante":10},"policy":"against robots","seats":{"0":{"nick":"carol","stack":300,"buy_in":300,"player":"guest:net/carol!~human@127.0.0.1","address":"~human@127.0.0.1","opponent_key":"guest:net/carol"},"1":{"nick":"swede","stack":300,"buy_in":300,"robot":"swede"}},"positions":{"button":0,"small_blind":0,"big_blind":1,"players":[1,0]},"next_deal":"","hand":{"deal_id":"16","setup":{"game":"draw","stacks":[300,300],"small_bet":10,"big_bet":0,"blinds":[],"antes":[10,10],"full_blinds":0,"antes_are_dead":false,"bet_cap":4,"asks_showdown":false,"all_in_may_muck":false},"seats":[1,0],"seeds":["","my lucky socks"],"actions":["0 bet 96"],"reasons":[["swede","bet 96","open: strength 0.670, stake 96, so open"]]},"last_deal":"","last_reasons":[]}',3,1795877794842);
CREATE TABLE given (
	network VARCHAR(255) NOT NULL, 
	host VARCHAR(255) NOT NULL, 
	day INTEGER NOT NULL, 
	chips BIGINT NOT NULL, 
	CONSTRAINT pk_given PRIMARY KEY (network, host)
);
INSERT INTO "given" VALUES('net','127.0.0.1',739948,5100);
CREATE TABLE hand_seats (
	hand_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	session_id INTEGER, 
	player_id INTEGER, 
	robot VARCHAR(64) DEFAULT '' NOT NULL, 
	put_in BIGINT NOT NULL, 
	won BIGINT NOT NULL, 
	nick VARCHAR(255) DEFAULT '' NOT NULL, 
	shown VARCHAR(64) DEFAULT '' NOT NULL, 
	has_folded BOOLEAN DEFAULT 0 NOT NULL, 
	flags BIGINT, 
	bets INTEGER DEFAULT '0' NOT NULL, 
	raises INTEGER DEFAULT '0' NOT NULL, 
	calls INTEGER DEFAULT '0' NOT NULL, 
	position VARCHAR(4) DEFAULT '' NOT NULL, 
	stack BIGINT DEFAULT '0' NOT NULL, 
	cards VARCHAR(10) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_hand_seats PRIMARY KEY (hand_id, seat), 
	CONSTRAINT fk_hand_seats_hand_id FOREIGN KEY(hand_id) REFERENCES hands (id), 
	CONSTRAINT fk_hand_seats_session_id FOREIGN KEY(session_id) REFERENCES sessions (id), 
	CONSTRAINT fk_hand_seats_player_id FOREIGN KEY(player_id) REFERENCES accounts (id)
);
INSERT INTO "hand_seats" VALUES(1,1,2,4,'',10,0,'bob','One Pair, Fives, Ace Kicker',0,1002754604531720,0,0,0,'BB',500,'2d5s');
INSERT INTO "hand_seats" VALUES(1,0,1,1,'',10,20,'alice','One Pair, Aces, King Kicker',0,1108307720798570,0,0,0,'BTN',500,'6hAh');
INSERT INTO "hand_seats" VALUES(2,1,2,4,'',10,30,'bob','Two Pair, Nines And Eights, Queen Kicker',0,1108307720798218,0,0,0,'SB',490,'Qh7h');
INSERT INTO "hand_seats" VALUES(2,2,3,5,'',10,0,'erin','',0,1002754604531720,0,0,0,'BB',500,'');
INSERT INTO "hand_seats" VALUES(2,0,1,1,'',10,0,'alice','',0,1002754604532074,0,0,0,'BTN',510,'');
INSERT INTO "hand_seats" VALUES(3,2,3,5,'',10,0,'erin','Ace High, Queen Kicker',0,1002754604531722,0,0,0,'SB',490,'7s9h');
INSERT INTO "hand_seats" VALUES(3,0,1,1,'',10,0,'alice','One Pair, Eights, Ace Kicker',0,1002754604531720,0,0,0,'BB',500,'9c8s');
INSERT INTO "hand_seats" VALUES(3,1,2,4,'',10,30,'bob','One Pair, Queens, Ace Kicker',0,1108307720798570,0,0,0,'BTN',510,'QsTs');
INSERT INTO "hand_seats" VALUES(4,1,5,NULL,'folder',10,0,'folder','',1,22536,0,0,0,'BB',200,'');
INSERT INTO "hand_seats" VALUES(4,0,4,8,'',10,20,'dora','',0,446,0,0,0,'BTN',200,'');
INSERT INTO "hand_seats" VALUES(5,0,4,8,'',5,10,'dora','',0,1,0,0,0,'BB',210,'');
INSERT INTO "hand_seats" VALUES(5,1,5,NULL,'folder',5,0,'folder','',1,296,0,0,0,'BTN',190,'');
INSERT INTO "hand_seats" VALUES(6,1,5,NULL,'folder',10,0,'folder','',1,22536,0,0,0,'BB',185,'');
INSERT INTO "hand_seats" VALUES(6,0,4,8,'',10,20,'dora','',0,446,0,0,0,'BTN',215,'');
INSERT INTO "hand_seats" VALUES(7,0,4,8,'',5,10,'dora','',0,1,0,0,0,'BB',225,'');
INSERT INTO "hand_seats" VALUES(7,1,5,NULL,'folder',5,0,'folder','',1,296,0,0,0,'BTN',175,'');
INSERT INTO "hand_seats" VALUES(8,1,5,NULL,'folder',5,10,'folder','',0,1,0,0,0,'BB',170,'');
INSERT INTO "hand_seats" VALUES(8,0,4,8,'',5,0,'dora','',1,296,0,0,0,'BTN',230,'');
CREATE TABLE hands (
	id INTEGER NOT NULL, 
	deal_id VARCHAR(255) NOT NULL, 
	kind VARCHAR(64) NOT NULL, 
	game_id VARCHAR(255) NOT NULL, 
	ended_at BIGINT NOT NULL, 
	game VARCHAR(64) DEFAULT '' NOT NULL, 
	big_blind BIGINT DEFAULT '0' NOT NULL, 
	record TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_hands PRIMARY KEY (id), 
	CONSTRAINT uq_hands_deal_id UNIQUE (deal_id)
);
INSERT INTO "hands" VALUES(1,'1','holdem','table:9f6ffefdcaf342d29d09a3b8151b4482',1795877793103,'holdem',10,'{"setup":{"game":"holdem","stacks":[500,500],"small_bet":10,"big_bet":20,"blinds":[10,5],"antes":[],"full_blinds":15,"antes_are_dead":false,"bet_cap":4,"asks_showdown":false,"all_in_may_muck":false},"seats":[1,0],"actions":["1 call","0 check","0 check","1 check","0 check","1 check","0 check","1 check"]}');
INSERT INTO "hands" VALUES(2,'2','holdem','table:9f6ffefdcaf342d29d09a3b8151b4482',1795877793471,'holdem',10,'{"setup":{"game":"holdem","stacks":[490,500,510],"small_bet":10,"big_bet":20,"blinds":[5,10,0],"antes":[],"full_blinds":15,"antes_are_dead":false,"bet_cap":4,"asks_showdown":false,"all_in_may_muck":false},"seats":[1,2,0],"actions":["2 call","0 call","1 check","0 check","1 check","2 check","0 check","1 check","2 check","0 check","1 check","2 check"]}');
INSERT INTO "hands" VALUES(3,'3','holdem','table:9f6ffefdcaf342d29d09a3b8151b4482',1795877793838,'holdem',10,'{"setup":{"game":"holdem","stacks":[490,500,510],"small_bet":10,"big_bet":20,"blinds":[5,10,0],"antes":[],"full_blinds":15,"antes_are_dead":false,"bet_cap":4,"asks_showdown":false,"all_in_may_muck":false},"seats":[2,0,1],"actions":["2 call","0 call","1 check","0 check","1 check","2 check","0 check","1 check","2 check","0 check","1 check","2 check"]}');
INSERT INTO "hands" VALUES(4,'11','holdem','table:021471c974ee4baaac0e3be9b43357aa',1795877794368,'holdem',10,'{"setup":{"game":"holdem","stacks":[200,200],"small_bet":10,"big_bet":20,"blinds":[10,5],"antes":[],"full_blinds":15,"antes_are_dead":false,"bet_cap":4,"asks_showdown":false,"all_in_may_muck":false},"seats":[1,0],"actions":["1 raise 20","0 fold"]}');
INSERT INTO "hands" VALUES(5,'12','holdem','table:021471c974ee4baaac0e3be9b43357aa',1795877794426,'holdem',10,'{"setup":{"game":"holdem","stacks":[210,190],"small_bet":10,"big_bet":20,"blinds":[10,5],"antes":[],"full_blinds":15,"antes_are_dead":false,"bet_cap":4,"asks_showdown":false,"all_in_may_muck":false},"seats":[0,1],"actions":["1 fold"]}');
INSERT INTO "hands" VALUES(6,'13','holdem','table:021471c974ee4baaac0e3be9b43357aa',1795877794507,'holdem',10,'{"setup":{"game":"holdem","stacks":[185,215],"small_bet":10,"big_bet":20,"blinds":[10,5],"antes":[],"full_blinds":15,"antes_are_dead":false,"bet_cap":4,"asks_showdown":false,"all_in_may_muck":false},"seats":[1,0],"actions":["1 raise 20","0 fold"]}');
INSERT INTO "hands" VALUES(7,'14','holdem','table:021471c974ee4baaac0e3be9b43357aa',1795877794584,'holdem',10,'{"setup":{"game":"holdem","stacks":[225,175],"small_bet":10,"big_bet":20,"blinds":[10,5],"antes":[],"full_blinds":15,"antes_are_dead":false,"bet_cap":4,"asks_showdown":false,"all_in_may_muck":false},"seats":[0,1],"actions":["1 fold"]}');
INSERT INTO "hands" VALUES(8,'15','holdem','table:021471c974ee4baaac0e3be9b43357aa',1795877794653,'holdem',10,'{"setup":{"game":"holdem","stacks":[170,230],"small_bet":10,"big_bet":20,"blinds":[10,5],"antes":[],"full_blinds":15,"antes_are_dead":false,"bet_cap":4,"asks_showdown":false,"all_in_may_muck":false},"seats":[1,0],"actions":["1 fold"]}');
CREATE TABLE identities (
	player VARCHAR(255) NOT NULL, 
	account_id INTEGER NOT NULL, 
	closed_id INTEGER NOT NULL, 
	network VARCHAR(255) NOT NULL, 
	nick VARCHAR(64) NOT NULL, 
	nick_key VARCHAR(64) NOT NULL, 
	nick_since BIGINT NOT NULL, 
	linked_at BIGINT NOT NULL, 
	CONSTRAINT pk_identities PRIMARY KEY (player), 
	CONSTRAINT uq_identities_closed_id UNIQUE (closed_id), 
	CONSTRAINT fk_identities_account_id FOREIGN KEY(account_id) REFERENCES accounts (id), 
	CONSTRAINT fk_identities_closed_id FOREIGN KEY(closed_id) REFERENCES accounts (id)
);
CREATE TABLE ignored (
	network VARCHAR(255) NOT NULL, 
	pattern VARCHAR(255) NOT NULL, 
	until BIGINT, 
	reason TEXT DEFAULT '' NOT NULL, 
	set_by VARCHAR(255) NOT NULL, 
	set_at BIGINT NOT NULL, 
	CONSTRAINT pk_ignored PRIMARY KEY (network, pattern)
);
CREATE TABLE postings (
	entry_id INTEGER NOT NULL, 
	line INTEGER NOT NULL, 
	account_id INTEGER NOT NULL, 
	amount BIGINT NOT NULL, 
	balance BIGINT NOT NULL, 
	CONSTRAINT pk_postings PRIMARY KEY (entry_id, line), 
	CONSTRAINT ck_postings_moves_something CHECK (amount <> 0), 
	CONSTRAINT fk_postings_entry_id FOREIGN KEY(entry_id) REFERENCES entries (id), 
	CONSTRAINT fk_postings_account_id FOREIGN KEY(account_id) REFERENCES accounts (id)
);
INSERT INTO "postings" VALUES(1,0,2,-1000,-1000);
INSERT INTO "postings" VALUES(1,1,1,1000,1000);
INSERT INTO "postings" VALUES(2,0,1,-500,500);
INSERT INTO "postings" VALUES(2,1,3,500,500);
INSERT INTO "postings" VALUES(3,0,2,-1000,-2000);
INSERT INTO "postings" VALUES(3,1,4,1000,1000);
INSERT INTO "postings" VALUES(4,0,4,-500,500);
INSERT INTO "postings" VALUES(4,1,3,500,1000);
INSERT INTO "postings" VALUES(5,0,2,-1000,-3000);
INSERT INTO "postings" VALUES(5,1,5,1000,1000);
INSERT INTO "postings" VALUES(6,0,5,-500,500);
INSERT INTO "postings" VALUES(6,1,3,500,1500);
INSERT INTO "postings" VALUES(7,0,2,-1000,-4000);
INSERT INTO "postings" VALUES(7,1,6,1000,1000);
INSERT INTO "postings" VALUES(8,0,6,-20,980);
INSERT INTO "postings" VALUES(8,1,2,20,-3980);
INSERT INTO "postings" VALUES(8,2,2,-180,-4160);
INSERT INTO "postings" VALUES(8,3,6,180,1160);
INSERT INTO "postings" VALUES(9,0,6,-20,1140);
INSERT INTO "postings" VALUES(9,1,2,20,-4140);
INSERT INTO "postings" VALUES(9,2,2,-100,-4240);
INSERT INTO "postings" VALUES(9,3,6,100,1240);
INSERT INTO "postings" VALUES(10,0,6,-20,1220);
INSERT INTO "postings" VALUES(10,1,2,20,-4220);
INSERT INTO "postings" VALUES(11,0,2,-100,-4320);
INSERT INTO "postings" VALUES(11,1,6,100,1320);
INSERT INTO "postings" VALUES(12,0,6,-5,1315);
INSERT INTO "postings" VALUES(12,1,7,5,5);
INSERT INTO "postings" VALUES(13,0,7,-5,0);
INSERT INTO "postings" VALUES(13,1,2,5,-4315);
INSERT INTO "postings" VALUES(14,0,6,-10,1305);
INSERT INTO "postings" VALUES(14,1,7,10,10);
INSERT INTO "postings" VALUES(15,0,2,-1000,-5315);
INSERT INTO "postings" VALUES(15,1,8,1000,1000);
INSERT INTO "postings" VALUES(16,0,8,-200,800);
INSERT INTO "postings" VALUES(16,1,3,200,1700);
INSERT INTO "postings" VALUES(16,2,2,-200,-5515);
INSERT INTO "postings" VALUES(16,3,3,200,1900);
INSERT INTO "postings" VALUES(17,0,3,-225,1675);
INSERT INTO "postings" VALUES(17,1,8,225,1025);
INSERT INTO "postings" VALUES(17,2,3,-175,1500);
INSERT INTO "postings" VALUES(17,3,2,175,-5340);
INSERT INTO "postings" VALUES(18,0,6,-300,1005);
INSERT INTO "postings" VALUES(18,1,9,300,300);
INSERT INTO "postings" VALUES(18,2,2,-300,-5640);
INSERT INTO "postings" VALUES(18,3,9,300,600);
CREATE TABLE preferences (
	player_id INTEGER NOT NULL, 
	name VARCHAR(16) NOT NULL, 
	value VARCHAR(16) NOT NULL, 
	CONSTRAINT pk_preferences PRIMARY KEY (player_id, name), 
	CONSTRAINT fk_preferences_player_id FOREIGN KEY(player_id) REFERENCES accounts (id)
);
INSERT INTO "preferences" VALUES(1,'welcomed','yes');
INSERT INTO "preferences" VALUES(4,'welcomed','yes');
INSERT INTO "preferences" VALUES(5,'welcomed','yes');
INSERT INTO "preferences" VALUES(8,'welcomed','yes');
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
INSERT INTO "results" VALUES(1,'holdem',3,1,30,20,20);
INSERT INTO "results" VALUES(5,'holdem',2,0,20,0,0);
INSERT INTO "results" VALUES(6,'slot',3,2,60,280,180);
INSERT INTO "results" VALUES(6,'videopoker',1,0,5,0,0);
INSERT INTO "results" VALUES(8,'holdem',5,4,35,60,20);
CREATE TABLE robot_calls (
	session_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	day INTEGER NOT NULL, 
	CONSTRAINT pk_robot_calls PRIMARY KEY (session_id), 
	CONSTRAINT fk_robot_calls_session_id FOREIGN KEY(session_id) REFERENCES sessions (id), 
	CONSTRAINT fk_robot_calls_player_id FOREIGN KEY(player_id) REFERENCES accounts (id)
);
INSERT INTO "robot_calls" VALUES(5,8,739948);
INSERT INTO "robot_calls" VALUES(7,6,739948);
CREATE TABLE seeds (
	player_id INTEGER NOT NULL, 
	seed TEXT NOT NULL, 
	set_at BIGINT NOT NULL, 
	CONSTRAINT pk_seeds PRIMARY KEY (player_id), 
	CONSTRAINT fk_seeds_player_id FOREIGN KEY(player_id) REFERENCES accounts (id)
);
INSERT INTO "seeds" VALUES(6,'my lucky socks',1795877793971);
CREATE TABLE sessions (
	id INTEGER NOT NULL, 
	game_id VARCHAR(255) NOT NULL, 
	seat INTEGER NOT NULL, 
	player_id INTEGER, 
	robot VARCHAR(64) DEFAULT '' NOT NULL, 
	bought_in BIGINT NOT NULL, 
	cashed_out BIGINT, 
	CONSTRAINT pk_sessions PRIMARY KEY (id), 
	CONSTRAINT fk_sessions_player_id FOREIGN KEY(player_id) REFERENCES accounts (id)
);
INSERT INTO "sessions" VALUES(1,'table:9f6ffefdcaf342d29d09a3b8151b4482',0,1,'',500,NULL);
INSERT INTO "sessions" VALUES(2,'table:9f6ffefdcaf342d29d09a3b8151b4482',1,4,'',500,NULL);
INSERT INTO "sessions" VALUES(3,'table:9f6ffefdcaf342d29d09a3b8151b4482',2,5,'',500,NULL);
INSERT INTO "sessions" VALUES(4,'table:021471c974ee4baaac0e3be9b43357aa',0,8,'',200,225);
INSERT INTO "sessions" VALUES(5,'table:021471c974ee4baaac0e3be9b43357aa',1,NULL,'folder',200,175);
INSERT INTO "sessions" VALUES(6,'table:a3e0981f929f46a89813d4afa7f3890d',0,6,'',300,NULL);
INSERT INTO "sessions" VALUES(7,'table:a3e0981f929f46a89813d4afa7f3890d',1,NULL,'swede',300,NULL);
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
INSERT INTO "shuffles" VALUES(1,'1','holdem',NULL,'channel:net/#kept','42e6ba1d63cd370e33d9ca73f70a64875e721091574dcd3767285d34aa92012e','f5b165224a58b791df6af1d8303e61cdc4bb86c3d1c427103c344c4189eb2f1e','{"seeds": ["", ""], "deck": "2d6h5sAhQsAd5hKsJs3h7hTc8c2c8h5d9hJhJcJdQc6c7d9sAcKhQh3s6sAs6dThKd7s2hQd4d3c8dTd9c5c3d2s8sTs4s4h4c7c9dKc"}',0,1795877792637);
INSERT INTO "shuffles" VALUES(2,'2','holdem',NULL,'channel:net/#kept','a2b7b75d858f53a2c80e648ae626f2606a4678afb8d03a85ac0c850ff5ee6f59','7bd5d47e446fcec2a3d811736110e5781bcccea696762e6116c6e9c92d99bf35','{"seeds": ["", "", ""], "deck": "QhTc5s7h6c2c7c8c9c8s4c9h8h5hQc4dJc2hTh8dKhKd3dAh6sJd2s7s2d4h3sJh7dJs4s6d6hKsAcKc9sTs5c5d9dQsTdAdAs3h3cQd"}',0,1795877793103);
INSERT INTO "shuffles" VALUES(3,'3','holdem',NULL,'channel:net/#kept','6a793ae1ce98c6dda6ee34753b638abcf8a518c8bce95090c90028fb90173e60','8c2e0718822ce47ca8c74107e66cb0e4b2b3f4d58d82ca6386d2c96e760e819b','{"seeds": ["", "", ""], "deck": "7s9cQs9h8sTs6dAdJh8d4h2c4cQhKcAhJc7c3d5s4s5h7hKs4dKh6c2h2sAs9dJdJsAc8c6sTd6h7dTcQc3c5d5c3s2d3h8hKdThQd9s"}',0,1795877793471);
INSERT INTO "shuffles" VALUES(4,'4','holdem',NULL,'channel:net/#kept','cf8e9ad0a1a7f795b58eb4570e3ae3e1fc7391ac9e782a8a9c32edeb19db3c68','85c924c3597164c4a6058a00581a22b22de50472433d2e44fed8b6b8357e44cd','{"seeds": ["", "", ""], "deck": "5h9dKc3h3sAc5dAd7s2h4cJc6dQd8d9s9h8c2cAsKd7d3c5c2sTd9cKsTsTc4d7cQc6hJsJh7h6c5s8sJdQsAhTh4sKh3d4h6s8hQh2d"}',0,1795877793838);
INSERT INTO "shuffles" VALUES(5,'5','slot',6,'','eee397d93a25e8adde4133c26c6238d8a3d231710735051d453a1306cb1a06e6','3129903ac1d45597a242fdf11f8f2b1a39f3c3e693114351dcbed407e3e6b605','{"seeds": ["my lucky socks"], "deck": "9d6h6cQc6dKc2sQs2hAcJc8dAd7s7d4d5h6s7hJsKs9h9sTc3hJh3c8s4cTh5dQd9c2d3sAhKd7cKh4h8cTdJd5s3d2c5c4sAsTsQh8h"}',1,1795877793947);
INSERT INTO "shuffles" VALUES(6,'6','videopoker',6,'','abe21bc926415e8fa67a1e2fee49147a60eceb539e7a433beec4fccd1766cfa7','b99e8306dda748a61e029a8a3f415b024a146cf0d98a98e1cf999661f967bdaf','{"seeds": ["my lucky socks"], "deck": "3c7hAsKhJsTcQc9c8h4hQh9h8d3d2d2hAh4cTsKsTh5hAd8c5d5s5c6hQd4sKcTd2s7d9s7cJc7s9d3hAc3sJd6dJh2c6sKdQs6c4d8s"}',1,1795877793954);
INSERT INTO "shuffles" VALUES(7,'7','slot',6,'','707e0e21243f4600670991b4932c107d39f6aea823c61c8bcbceea045d512912','df0e7337420c13f8f5d40f6ce079d1b987376f07bcb81287fdc8c0388fe881c3','{"seeds": ["my lucky socks"], "deck": "5h2h8s2s8c7dAdAh2cQsTh5s6hKsKcJc9c5d9dQcTdJd8d7s3s3hJhTcKdJsQh4h9s7h3c9h6c6s4s8hQd7c2d6dKhAs4c3dAc5cTs4d"}',1,1795877793998);
INSERT INTO "shuffles" VALUES(8,'8','slot',6,'','7f6908aa29131f20cb3febe6ffa3685af7ff1b9ef17ceb86673ba8771b173365','a0661970ef3f6df0148ded7e8a34888d396cab3b80d27f58df111a3b3df245ad','{"seeds": ["my lucky socks"], "deck": "Qs5d5c3cKh9d8h2cKsKcQdThAsAcKdJc8s3s4dTcTd5s6s7c9sTs2d2hAd4c8d3dJh6c4s7dQc4h6d7sJd9h6hQh7hAh3h8c5hJs2s9c"}',1,1795877794042);
INSERT INTO "shuffles" VALUES(9,'9','slot',6,'','9fd6f13d451f41afc39e7ee2391b080dbbc5bfcda8ebe046f08ebff82d97169e','a90802389a78cdc29492a875f74ac6f3aa202f4ad9892fed75598005bac48a6a',NULL,0,1795877794079);
INSERT INTO "shuffles" VALUES(10,'10','videopoker',6,'','2903093f84f51af21edf6d0221d95c7ded908f07f27fc8f8a7ef9d6a9aaecca8','9e826bd6f0a890ea47ca738eb48c14ec53676da43f9e9919878d972f9a451da1','{"seeds": ["my lucky socks"], "deck": "8c2hJd7d4dKc7s7h2c3sQdJh4h5s4s6cTsKs4cAcTc9h6s2dKdJsQs2s7cAs6h8hKhAh6d9s9d8sQhQc3c5h3dAd9cThJc5c8dTd3h5d"}',0,1795877794179);
INSERT INTO "shuffles" VALUES(11,'11','holdem',8,'','8548408d5f5d63e3ab6057d5b598246365355613e4492c74099503355fea09a5','305317feed6740b9bd7425dcb03de04bf0a4f21e0adc3ebef6822b55d46d44e5','{"seeds": ["", ""], "deck": "3dJhJd6h7dTs4c6s7cQs9hKh2cQc5c9s9dKd7hJs2dAh4dQh7s8dQdKc2s6d8c4sAsKs9c2h3hAd8hTd5d5hTh3sAc4h5s8sTcJc3c6c"}',1,1795877794287);
INSERT INTO "shuffles" VALUES(12,'12','holdem',8,'','a114f7ad4944886ef6e0f5d0a47263b9b3ca6968894676719229fcb59dcd1e06','a833b3b84e0f27f9f7a910b6b6683480fc91baefae179bf759340f6cf6c1f981','{"seeds": ["", ""], "deck": "5c2d2sKh8h9c9h7cAcAd4h8dAhJd9s8sTc2h6h5sThJhAs3d9dKd6d6c6s3h7hQcQd3sTs5dQh7sQsJc3c4s4c5hJsKs7d8cKc2cTd4d"}',1,1795877794368);
INSERT INTO "shuffles" VALUES(13,'13','holdem',8,'','d23899872805fc90d8dabefa2b7dd831bb41d2391dfc5b2455a571115ce5b699','0d387dd45ce301e94a2599abf5fd99301d8fa94d13abbe48a1ae6b96681c34f9','{"seeds": ["", ""], "deck": "Td4c8s6s2s8hKsJh7d6c3d2d5s9c7s7c4h4d2hAcKh9h7h6h3hTc4sQc9d8cKd6dAsAdQd5d3cJsJcAh9s5c3s5hThTsQsQh2cJdKc8d"}',1,1795877794426);
INSERT INTO "shuffles" VALUES(14,'14','holdem',8,'','459c16c9d48fba75864efd693d8081b70f40f9e99fb09650098bc00fa5fd18b3','c424eae11631d67fdf64a0d8a5b4dff0c5475a81bcd2b26419dac896481471da','{"seeds": ["", ""], "deck": "Tc2s7dTdKd3dJdAs8s9hQc5dKcQh7s2h2d9d5c9cJc4hAh8hKs3sQd4s5hQsKh8cAd5sTs4dAc6d6sJs9s3cJh8dTh7h4c6c2c7c6h3h"}',1,1795877794507);
INSERT INTO "shuffles" VALUES(15,'15','holdem',8,'','eff507a4a9dd7edd7af66ff01afbfc8890a36248496d241b3a38f05a1ffecbc2','57afd608bc27f07ae334243ecc2165be58af22ccbd6c7f67757b106aafa12caa','{"seeds": ["", ""], "deck": "TdQh4d3c8s6c7c3hJs5h9c6d2c7h3s6sAs2h5dAh2dJc6h9h7d5sJhKcKh7sTcTh8d3dAd2s4cQsKd8hQdQc5c9sAc8c9d4sKsTs4hJd"}',1,1795877794584);
INSERT INTO "shuffles" VALUES(16,'16','draw',6,'','1fdfad1dc8e76ee3b16731276c0fc9b8817e0c50e12edb103bb533501935e054','98364a2cd1d3fb5d4f137e8cd7b9fae1a77afab3d84b9dc66b1aabac50b0fbbc','{"seeds": ["", "my lucky socks"], "deck": "6s8d6h2sKcTs3h9sKs4d4hQd3c6d8sTh9hJd6cJcAd7d5s2hTc2cJh7c8c4sTdAs9cAh5d3sQsKhAcKd5cQc4c3d7h9d7sQh2d5hJs8h"}',0,1795877794776);
CREATE TABLE tokens (
	hash VARCHAR(64) NOT NULL, 
	purpose VARCHAR(8) NOT NULL, 
	player VARCHAR(255) NOT NULL, 
	door VARCHAR(64) NOT NULL, 
	expires_at BIGINT NOT NULL, 
	CONSTRAINT pk_tokens PRIMARY KEY (hash)
);
CREATE TABLE tournament_entries (
	tournament_id VARCHAR(255) NOT NULL, 
	number INTEGER NOT NULL, 
	nick VARCHAR(255) NOT NULL, 
	robot VARCHAR(64) DEFAULT '' NOT NULL, 
	host VARCHAR(64) DEFAULT '' NOT NULL, 
	player_id INTEGER, 
	caller_id INTEGER, 
	day INTEGER NOT NULL, 
	paid BIGINT NOT NULL, 
	place INTEGER, 
	prize BIGINT, 
	CONSTRAINT pk_tournament_entries PRIMARY KEY (tournament_id, number), 
	CONSTRAINT fk_tournament_entries_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id), 
	CONSTRAINT fk_tournament_entries_player_id FOREIGN KEY(player_id) REFERENCES accounts (id), 
	CONSTRAINT fk_tournament_entries_caller_id FOREIGN KEY(caller_id) REFERENCES accounts (id)
);
CREATE TABLE tournaments (
	id VARCHAR(255) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	network VARCHAR(255) NOT NULL, 
	place VARCHAR(255) NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	begun_at BIGINT NOT NULL, 
	ended_at BIGINT, 
	is_cancelled BOOLEAN DEFAULT 0 NOT NULL, 
	note TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_tournaments PRIMARY KEY (id)
);
CREATE INDEX ix_accounts_richest_there ON accounts (network, balance DESC, id);
CREATE INDEX ix_accounts_opened ON accounts (opened_at);
CREATE INDEX ix_accounts_richest ON accounts (kind, balance DESC, id);
CREATE INDEX ix_accounts_nick ON accounts (network, nick_key, nick_since);
CREATE INDEX ix_tokens_expires_at ON tokens (expires_at);
CREATE INDEX ix_tokens_player ON tokens (player, purpose);
CREATE INDEX ix_hands_ended_at ON hands (ended_at);
CREATE INDEX ix_tournaments_ended ON tournaments (network, ended_at);
CREATE INDEX ix_identities_account ON identities (account_id);
CREATE INDEX ix_identities_nick ON identities (network, nick_key, nick_since);
CREATE INDEX ix_postings_account ON postings (account_id, entry_id);
CREATE INDEX ix_games_player ON games (player_id);
CREATE INDEX ix_games_kind ON games (kind, player_id);
CREATE INDEX ix_shuffles_player ON shuffles (player_id, committed_at, id);
CREATE INDEX ix_shuffles_place ON shuffles (place, committed_at, id);
CREATE INDEX ix_shuffles_hidden ON shuffles (kind, player_id, place) WHERE proof IS NOT NULL AND revealed IS 0;
CREATE INDEX ix_shuffles_unused ON shuffles (player_id, place, kind) WHERE proof IS NULL;
CREATE UNIQUE INDEX ix_sessions_running ON sessions (game_id, seat) WHERE cashed_out IS NULL;
CREATE INDEX ix_sessions_player ON sessions (player_id);
CREATE INDEX ix_tournament_entries_player ON tournament_entries (player_id);
CREATE INDEX ix_tournament_entries_caller ON tournament_entries (caller_id, day);
CREATE INDEX ix_robot_calls_player ON robot_calls (player_id, day);
CREATE INDEX ix_hand_seats_session ON hand_seats (session_id);
CREATE INDEX ix_hand_seats_robot ON hand_seats (robot, hand_id);
CREATE INDEX ix_hand_seats_player ON hand_seats (player_id, hand_id);
COMMIT;
